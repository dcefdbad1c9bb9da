import { worldsSuite } from './worlds-suite.ts'

worldsSuite('identity and list', [
  { record: 'identity', text: 'of a customer', wanted: {}, many: 12 },
  { record: 'list', text: 'of a customer', wanted: {}, many: 12 },
])
