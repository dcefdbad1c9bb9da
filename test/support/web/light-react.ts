// React's development build times each render and keeps the stack of each element for its tools: half of its work.
// Nobody looks at them here. Its warnings, which fail a test, do not need them.
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')
