import { worldsSuite } from './worlds-suite.ts'

worldsSuite('state', [
  { record: 'state', text: 'of a pending payment', wanted: {}, many: 12 },
  { record: 'state', text: 'of a payment that is over', wanted: { final: true }, many: 5 },
])
