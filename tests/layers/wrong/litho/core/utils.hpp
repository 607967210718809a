// FAULT: no utils: a file is named after what it holds
