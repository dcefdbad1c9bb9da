import { worldsSuite } from './worlds-suite.ts'

worldsSuite('identity and list', [
  { record: 'identity', words: 'of a customer', wanted: {}, many: 12 },
  { record: 'list', words: 'of a customer', wanted: {}, many: 12 },
])
