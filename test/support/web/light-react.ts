// Removes the functions with which React's development build times renders and stores element stacks for
// developer tools: half of its work. The warnings, which fail a test, do not need them.
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')
