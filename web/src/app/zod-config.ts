import { z } from 'zod'

// Compiled parsers need eval, which the content policy refuses; schemas look for it when they are made.
z.config({ jitless: true })
