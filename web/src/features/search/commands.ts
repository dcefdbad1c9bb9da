/** Page or action that the command palette offers. */
export interface Command {
  /** Stable name, without personal data. */
  readonly id: string
  /** Heading that it stands under, in the language of the person. */
  readonly group: string
  readonly label: string
  /** Further words that find it. */
  readonly text?: string
  /** Shortcut that does the same. */
  readonly keys?: string
  readonly run: () => void
}

/** Commands for a text. */
export interface CommandMatches {
  readonly commands: readonly Command[]
  /** True if Enter means the first command: the text has letters only, and begins words of a page or an action. */
  readonly isSure: boolean
}
