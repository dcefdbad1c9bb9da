/** Bug that is put into the product for one run, and the test that must fail then. */
export interface Plant {
  /** Name, unique, of lower-case letters and hyphens. */
  readonly name: string
  /** Promise that the bug breaks, in one line; with its number if `reliability.md` gives one. */
  readonly promise: string
  /** Path of the changed source from the root of the workspace. */
  readonly file: string
  /** Passage that stands exactly once in that file. */
  readonly find: string
  readonly replace: string
  /** Path of the test file that must fail. */
  readonly test: string
  readonly project: 'unit' | 'contract' | 'masking' | 'durability' | 'web' | 'process'
  /** Part of the full title of the test that must fail, so that no more tests run than needed. */
  readonly title?: string
}
