// FAULT: there is no room `nowhere`
