import {
  type DocumentFileDefect,
  type DownloadOnlyReason,
  downloadOnlyReasonSchema,
} from '@paydesk/shared/compliance/documents'
import { collectPdfObjects, type PdfObjects, resolvePdfValue } from './pdf-objects.ts'
import { PdfDict, type PdfValue, pdfStringPlaceholder } from './pdf-values.ts'

export interface PdfInspection {
  /** Reasons against showing the PDF; empty if it may be shown. */
  readonly why: readonly DownloadOnlyReason[]
  readonly pages: number | null
  /** Part of the file from its header to its end. */
  readonly shown: Buffer
  readonly remarks: readonly DocumentFileDefect[]
}

/**
 * Types of actions (ISO 32000-2, 12.6.4) with the keys of which one must be there, and the reason against
 * showing them. An action without a reason only leads somewhere when somebody presses it; in Paydesk nothing
 * can be pressed.
 */
const actions: Readonly<Record<string, { readonly keys: string[]; readonly why?: DownloadOnlyReason }>> = {
  JavaScript: { keys: ['JS'], why: 'script' },
  Launch: { keys: ['F', 'Win', 'Mac', 'Unix'], why: 'launch' },
  SubmitForm: { keys: ['F'], why: 'form' },
  ImportData: { keys: ['F'], why: 'form' },
  GoToR: { keys: ['F'], why: 'link' },
  GoToE: { keys: ['T', 'F', 'D'], why: 'link' },
  Rendition: { keys: ['R', 'AN', 'OP', 'JS'], why: 'media' },
  Sound: { keys: ['Sound'], why: 'media' },
  Movie: { keys: ['Annotation', 'T'], why: 'media' },
  RichMediaExecute: { keys: ['TA', 'CMD'], why: 'media' },
  GoTo3DView: { keys: ['TA', 'V'], why: 'media' },
  Thread: { keys: ['D'] },
  URI: { keys: ['URI'] },
  ResetForm: { keys: ['Fields'] },
  Hide: { keys: ['T'] },
  SetOCGState: { keys: ['State'] },
  Trans: { keys: ['Trans'] },
  GoToDp: { keys: ['Dp'] },
  Named: { keys: ['N'] },
  GoTo: { keys: ['D', 'SD'] },
}
/** Triggers (12.6.3) that wait for somebody to type in a field, who cannot do that in Paydesk. */
const typingTriggers: ReadonlySet<string> = new Set(['K', 'F', 'V'])
/** Actions that may begin by themselves: they only choose the page. */
const pageActions: ReadonlySet<string> = new Set(['GoTo', 'GoToDp'])
const pageNames: ReadonlySet<PdfValue> = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])

/** Kinds of annotations (12.5.6) and of drawings (8.8.2) that are refused. */
const refusedSubtypes: Readonly<Record<string, DownloadOnlyReason>> = {
  Screen: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMedia: 'media',
  '3D': 'media',
  FileAttachment: 'embedded_file',
  PS: 'script',
}

const isDict = (value: PdfValue): value is PdfDict => value instanceof PdfDict

/** Applies the rules to the objects of one PDF, by keys and types: a name alone tells nothing. */
class PdfRules {
  readonly #found: PdfObjects
  readonly why = new Set<DownloadOnlyReason>()

  constructor(found: PdfObjects) {
    this.#found = found
    for (const dict of found.dicts) this.#judge(dict)
    for (const dict of found.streams) if (this.#isExternal(dict)) this.why.add('link')
    if (found.trailers.some((dict) => dict.has('Encrypt'))) this.why.add('encrypted')
    if (found.dicts.some((dict) => this.#is(dict, 'Type', 'XRef') && dict.has('Encrypt')))
      this.why.add('encrypted')
    if (found.incomplete) this.why.add('unreadable_parts')
  }

  #all(dict: PdfDict, key: string): PdfValue[] {
    return dict.get(key).flatMap((value) => resolvePdfValue(this.#found.objects, value))
  }

  #is(dict: PdfDict, key: string, name: string): boolean {
    return this.#all(dict, key).includes(name)
  }

  /** Names of the actions that a dictionary is; a part of the structure (14.7) has an `S` as well. */
  #actionsOf(dict: PdfDict): string[] {
    const isStructure = dict.has('P') || this.#is(dict, 'Type', 'StructElem')
    return this.#all(dict, 'S').filter(
      (name): name is string =>
        typeof name === 'string' &&
        Object.hasOwn(actions, name) &&
        (!isStructure || (actions[name]?.keys ?? []).some((key) => dict.has(key))),
    )
  }

  #judge(dict: PdfDict): void {
    for (const name of this.#actionsOf(dict)) {
      const why = actions[name]?.why
      if (why !== undefined) this.why.add(why)
      if (name === 'Rendition' && dict.has('JS')) this.why.add('script')
      if (name === 'Thread' && dict.has('F')) this.why.add('link')
    }
    for (const name of [...this.#all(dict, 'Subtype'), ...this.#all(dict, 'Subtype2')])
      if (typeof name === 'string' && Object.hasOwn(refusedSubtypes, name))
        this.why.add(refusedSubtypes[name] ?? 'media')
    for (const value of this.#triggers(dict, 'OpenAction')) this.#judgeTrigger(value)
    for (const trigger of this.#triggers(dict, 'AA'))
      if (isDict(trigger))
        for (const [key] of trigger.entries)
          for (const value of this.#triggers(trigger, key))
            if (!typingTriggers.has(key)) this.#judgeTrigger(value)
    for (const names of this.#all(dict, 'Names').filter(isDict)) {
      if (this.#hasNames(names, 'JavaScript')) this.why.add('script')
      if (this.#hasNames(names, 'EmbeddedFiles')) this.why.add('embedded_file')
    }
    if (this.#all(dict, 'AcroForm').some((form) => isDict(form) && hasContent(form.get('XFA'))))
      this.why.add('form')
    this.#judgeFiles(dict)
    if (this.#hasHugePage(dict)) this.why.add('huge_pages')
  }

  /**
   * Returns the values of a PDF key that starts an action. A reference to an object that the file lacks makes the file
   * impossible to inspect.
   */
  #triggers(dict: PdfDict, key: string): PdfValue[] {
    const all = this.#all(dict, key)
    if (all.length < dict.get(key).length) this.why.add('unreadable_parts')
    return all
  }

  /**
   * Judges an action that runs when the document opens: only a destination, or an action that goes to one, is
   * allowed.
   */
  #judgeTrigger(value: PdfValue, hops = 0): void {
    if (!isDict(value)) return
    for (const name of this.#actionsOf(value)) {
      const isPage = name === 'Named' && this.#all(value, 'N').every((one) => pageNames.has(one))
      if (isPage || pageActions.has(name)) continue
      this.why.add('opens_by_itself')
      if (name === 'URI') this.why.add('link')
    }
    if (hops > 20) this.why.add('unreadable_parts')
    else for (const next of this.#all(value, 'Next').flat()) this.#judgeNext(next, hops + 1)
  }

  #judgeNext(value: PdfValue, hops: number): void {
    for (const one of resolvePdfValue(this.#found.objects, value)) this.#judgeTrigger(one, hops)
  }

  /** Returns true if the tree of names (7.9.6) has an entry. */
  #hasNames(names: PdfDict, key: string): boolean {
    return this.#triggers(names, key).some(
      (tree) =>
        isDict(tree) && (['Names', 'Kids'] as const).some((part) => hasContent(this.#all(tree, part))),
    )
  }

  #judgeFiles(dict: PdfDict): void {
    const isFile = this.#all(dict, 'EF').some(
      (files) => isDict(files) && ['F', 'UF', 'DOS', 'Mac', 'Unix'].some((key) => files.has(key)),
    )
    const isPortfolio = dict.has('Pages') && this.#all(dict, 'Collection').some(isDict)
    if (isFile || isPortfolio || this.#is(dict, 'Type', 'EmbeddedFile')) this.why.add('embedded_file')
    const drawsOther = this.#all(dict, 'Ref').some((ref) => isDict(ref) && ref.has('F'))
    if (drawsOther && this.#is(dict, 'Subtype', 'Form')) this.why.add('link')
  }

  /** Returns true if the data of a stream is in another file (7.3.8.2). */
  #isExternal(dict: PdfDict): boolean {
    return this.#all(dict, 'F').some((file) => file === pdfStringPlaceholder || isDict(file))
  }

  #hasHugePage(dict: PdfDict): boolean {
    const [unit = 1] = this.#all(dict, 'UserUnit').filter((value) => typeof value === 'number')
    return [...this.#all(dict, 'MediaBox'), ...this.#all(dict, 'CropBox')]
      .flat()
      .flatMap((side) => resolvePdfValue(this.#found.objects, side))
      .some((side) => typeof side === 'number' && Math.abs(side) * Math.max(1, unit) > maxPageSide)
  }

  /** Counts pages by their object numbers, because an update of a file repeats changed pages. */
  countPages(): number {
    const isPage = (value: PdfValue) => isDict(value) && this.#is(value, 'Type', 'Page')
    const numbered = [...this.#found.objects.values()].filter((values) => values.some(isPage))
    return numbered.length + this.#found.loose.filter(isPage).length
  }

  /** Returns true if readers find a first page: a catalogue that has pages. */
  hasCatalogue(): boolean {
    return this.#found.dicts.some((dict) => dict.has('Pages') || this.#is(dict, 'Type', 'Catalog'))
  }
}

const hasContent = (values: readonly PdfValue[]) =>
  values.some((value) => value !== null && !(Array.isArray(value) && value.length === 0))

/** Longest side of a page (points) that readers must support (ISO 32000-1, annex C). */
const maxPageSide = 14_400

const markup = /<(?:script|html|body|iframe|svg|!doctype)[\s>/]/i
/** Markup that acts, and is no text about markup. */
const activeMarkup = /<(?:script|iframe|object|embed)[\s>/]|<svg[^>]*\son\w+\s*=/i
/** Beginnings of archives, programs, pictures and other PDFs. */
const otherFormats = [
  'PK\u0003\u0004',
  'PK\u0005\u0006',
  '\u007fELF',
  'MZ\u0090',
  'GIF8',
  'Rar!',
  '%PDF-',
].map((begin) => Buffer.from(begin, 'latin1'))

/**
 * Slice and overlap (bytes) for searching data in parts, because the whole file as text would need its size in
 * memory again.
 */
const [slice, overlap] = [65_536, 256]

function matchesIn(bytes: Buffer, from: number, to: number, pattern: RegExp): boolean {
  for (let at = from; at < to; at += slice)
    if (pattern.test(bytes.toString('latin1', at, Math.min(to, at + slice + overlap)))) return true
  return false
}

/** Returns true if another format stands in the file: markup outside of texts and data, or active in a text. */
function hasSecondFormat(bytes: Buffer, { quoted }: PdfObjects): boolean {
  const ranges = [...quoted].sort(([one], [other]) => one - other)
  let at = 0
  for (const [from, to] of ranges) {
    if (from > at && matchesIn(bytes, at, from, markup)) return true
    if (bytes[from] === 0x28 && matchesIn(bytes, from, to, activeMarkup)) return true
    at = Math.max(at, to)
  }
  return matchesIn(bytes, at, bytes.length, markup)
}

/** Limit of the bytes before the header: readers look for it in the first kilobyte. */
const maxLeadBytes = 1_024
/** Matches what mail programs and printer drivers put before a PDF: blanks, byte order mark, job language. */
const lead = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|[\s\0]|@PJL[^\r\n<]*[\r\n])*$/
const jobLanguage = '\u001b%-12345X'

/** Offset of the header of a PDF that may be shown; -1 if the file begins with something else. */
export function findPdfHeader(bytes: Buffer): number {
  const at = bytes.toString('latin1', 0, maxLeadBytes + 5).indexOf('%PDF-')
  return at >= 0 && lead.test(bytes.toString('latin1', 0, at).replace(jobLanguage, '')) ? at : -1
}

const eof = Buffer.from('%%EOF')

/** Cuts the file after its last `%%EOF`, and says if something stood behind. */
function cutEnd(bytes: Buffer): { body: Buffer; behind: Buffer; hasEnd: boolean } {
  const end = bytes.lastIndexOf(eof)
  if (end < 0) return { body: bytes, behind: Buffer.alloc(0), hasEnd: false }
  const blank =
    /^[\s\0]*/.exec(bytes.toString('latin1', end + eof.length, end + eof.length + maxLeadBytes))?.[0] ?? ''
  const cut = end + eof.length + blank.length
  const rest = bytes.subarray(cut)
  const isBlank = rest.every((byte) => byte === 0 || byte === 0x20 || byte === 0x0a || byte === 0x0d)
  return { body: bytes.subarray(0, cut), behind: isBlank ? rest.subarray(0, 0) : rest, hasEnd: true }
}

/** Returns true if the offset at the end of the file is that of a cross-reference table or stream. */
function hasValidTable(bytes: Buffer): boolean {
  const said = /startxref\s+(\d{1,10})\s*%%EOF[\s\0]*$/.exec(
    bytes.subarray(-maxLeadBytes - 64).toString('latin1'),
  )?.[1]
  const at = said === undefined ? bytes.length : Number(said)
  return /^\s*(?:xref\b|\d{1,10}\s+\d{1,5}\s+obj)/.test(bytes.toString('latin1', at, at + 40))
}

/**
 * Searches a PDF for active content (ISO 32000-2, 12.6). A PDF is shown only if nothing was found and
 * everything could be inspected. Small faults that readers repair are remarks. Never throws.
 */
export function inspectPdf(bytes: Buffer): PdfInspection {
  const header = Math.max(0, findPdfHeader(bytes))
  const { body, behind, hasEnd } = cutEnd(bytes.subarray(header))
  const found = collectPdfObjects(body)
  const rules = new PdfRules(found)
  const { why } = rules
  if (hasSecondFormat(body, found)) why.add('second_format')
  if (otherFormats.some((begin) => behind.includes(begin)) || matchesIn(behind, 0, behind.length, markup))
    why.add('second_format')
  const pages = rules.countPages()
  if (why.size === 0 && (pages === 0 || !rules.hasCatalogue())) why.add('damaged')
  const remarks: DocumentFileDefect[] = []
  if (header > 0) remarks.push('bytes_before')
  if (behind.length > 0) remarks.push('bytes_after')
  if (!hasEnd) remarks.push('no_end')
  else if (!hasValidTable(body)) remarks.push('table_repaired')
  const ordered = downloadOnlyReasonSchema.options.filter((reason) => why.has(reason))
  return { why: ordered, pages: pages === 0 ? null : pages, shown: body, remarks }
}
