import { z } from 'zod'

// Disable compiled parsers: they need `eval`, which the content security policy forbids. zod looks for `eval`
// as soon as a schema is created.
z.config({ jitless: true })
