// What make_image wrote, as it is, into flash.
        .section .rodata.image, "a"
        .balign 64
        .global weights_image
weights_image:
        .incbin "weights.image"
        .global pictures
pictures:
        .incbin "pictures.bin"
