/** Parts of a key press that are read; events of the DOM and of React both have them. */
interface KeyPress {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  getModifierState(key: 'AltGraph' | 'CapsLock'): boolean
}

const hasThirdLevel = (press: KeyPress) => press.altKey || press.getModifierState('AltGraph')

/**
 * Returns true if the press is a command of browser or system. A sign that a layout has on AltGr, Ctrl and
 * Alt, or Option is typed: `[` on most keyboards of Europe.
 */
export function isBrowserOrSystemShortcut(press: KeyPress): boolean {
  if (press.metaKey) return true
  if (press.getModifierState('AltGraph')) return false
  const typesSign = press.altKey && /^[^\p{L}\p{N}\s]$/u.test(press.key)
  return (press.ctrlKey || press.altKey) && !typesSign
}

/** Signs of shortcuts by physical key, for keyboards that have letters of another script there. */
const signsByCode: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Slash: '/',
}

/** Signs that keyboards of other scripts have in the place of a letter: Greek and Hebrew. */
const signsOfOtherScripts: Readonly<Record<string, string>> = { KeyQ: ';/', KeyW: "'" }

/** True for a sign that a Latin keyboard has on the key: `,` in the place of M on a French one, or of W on Dvorak. */
const isLatinSign = ({ code, shiftKey }: KeyPress, typed: string) =>
  !shiftKey && /^[^\p{L}\p{M}\p{N}]$/u.test(typed) && !signsOfOtherScripts[code]?.includes(typed)

/** Key on a Latin keyboard at the same place; null for another key, and where a Latin letter is typed. */
function readPhysicalKey(press: KeyPress, typed: string): string | null {
  const { code, shiftKey } = press
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined && isLatinSign(press, typed)) return null
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return shiftKey ? null : digit
  // A Latin letter such as ü is no sign, although `[` stands there on other keyboards.
  return /^(?!\p{Script=Latin})\p{L}$/u.test(typed) && !shiftKey ? (signsByCode[code] ?? null) : null
}

/**
 * Lists the keys that a press may stand for in a shortcut, the likeliest first: the typed character, then the
 * physical key if the keyboard has another script or its digits on Shift. Only Shift makes a capital letter;
 * Caps Lock does not.
 */
export function listPressedKeys(press: KeyPress): string[] {
  const typed = press.key.length <= 2 ? press.key.normalize('NFKC') : press.key
  if (/^[A-Za-z]$/.test(typed)) {
    const other = press.shiftKey ? typed.toUpperCase() : typed.toLowerCase()
    return press.getModifierState('CapsLock') ? [other] : [...new Set([typed, other])]
  }
  // The dotless i of Turkish keyboards, one of which has it in the place of R.
  if (typed === 'ı') return [typed, 'i']
  const physical = hasThirdLevel(press) ? null : readPhysicalKey(press, typed)
  return physical === null || physical === typed ? [typed] : [typed, physical]
}

/** Digit of a press, also where digits are typed with Shift (French, Czech) or are of another script. */
export function readPressedDigit(press: KeyPress): number | null {
  if (isBrowserOrSystemShortcut(press)) return null
  const digit = listPressedKeys(press).find((key) => /^\d$/.test(key))
  return digit === undefined ? null : Number(digit)
}

/**
 * True for a key that an input method takes, as for Japanese, Korean and Chinese: Enter then ends a word and arrows
 * choose its signs. Safari says so by the code 229 alone when Enter ends the composition.
 */
export const isComposingKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229

/** True for Ctrl+Enter or Cmd+Enter, which sends a form from any of its fields. */
export const isSubmitShortcut = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean => key === 'Enter' && (ctrlKey || metaKey)
