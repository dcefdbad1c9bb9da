import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Writes the address of each module that the process loads to the file of MODULE_LIST, a line for each. */
const { MODULE_LIST = '' } = process.env
registerHooks({
  load(url, context, next) {
    appendFileSync(MODULE_LIST, `${url}\n`)
    return next(url, context)
  },
})
