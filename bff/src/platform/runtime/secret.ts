import { inspect } from 'node:util'

/** A credential in memory. Whatever prints, joins or serialises it gets a mark instead of the value. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value, at the one place that must send it or derive a key from it. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
