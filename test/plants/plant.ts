/** A bug that is put into the product for one run, and the test that must fail then. */
export interface Plant {
  /** Unique, of letters and hyphens. */
  readonly name: string
  /** The promise that the bug breaks, in one line; with its number where `reliability.md` gives one. */
  readonly promise: string
  /** Path of the changed source from the workspace's root. */
  readonly file: string
  /** A passage that stands exactly once in that file. */
  readonly find: string
  readonly replace: string
  /** Path of the test file that must fail. */
  readonly test: string
  readonly project: 'unit' | 'contract' | 'masking' | 'durability' | 'web' | 'process'
  /** Part of the full title of the test that must fail, so that no more runs than needed. */
  readonly title?: string
}
