import { worldsSuite } from './worlds-suite.ts'

worldsSuite('state', [
  { record: 'state', words: 'of a pending payment', wanted: {}, many: 12 },
  { record: 'state', words: 'of a payment that is over', wanted: { final: true }, many: 5 },
])
