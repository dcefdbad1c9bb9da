import { worldsSuite } from './worlds-suite.ts'

worldsSuite([
  { record: 'identity', words: 'of a customer', wanted: {}, many: 24 },
  { record: 'list', words: 'of a customer', wanted: {}, many: 24 },
])
