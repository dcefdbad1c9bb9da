import { worldsSuite } from './worlds-suite.ts'

worldsSuite([{ record: 'notifications', words: 'of a payment and of a transfer', wanted: {}, many: 24 }])
