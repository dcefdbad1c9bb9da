import * as react from 'react'

// Removes the functions with which React's development build times renders and stores element stacks for
// developer tools: half of its work. The warnings, which fail a test, do not need them.
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')

// Makes React's development build believe that it has stored enough stacks: it stores one with each element until
// then, an eighth of the processor time of a page.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(react, internals), 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
})
