import { worldsSuite } from './worlds-suite.ts'

worldsSuite('notifications', [
  { record: 'notifications', text: 'of a payment and of a transfer', wanted: {}, many: 12 },
])
