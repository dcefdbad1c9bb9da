import { worldsSuite } from './worlds-suite.ts'

worldsSuite([
  { record: 'state', words: 'of a pending payment', wanted: {}, many: 24 },
  { record: 'state', words: 'of a payment that is over', wanted: { final: true }, many: 8 },
])
