import { hostileNames } from './hostile-files.ts'
import type { Json } from './json.ts'
import type { DocumentSet, ServedFile, SpecimenKind } from './sketch.ts'

/** Documents of the sample identity, with the files behind their addresses. */
export function sampleDocuments(baseUrl: string, identityId: string): DocumentSet {
  const first = `/v1/identity/${identityId}/documents/doc_7f31`
  return {
    elements: [
      {
        id: 'doc_7f31',
        type: 'PASSPORT',
        status: 'ACCEPTED',
        country: 'SE',
        created_at: '2025-02-03T09:20:01.004Z',
        mime_type: 'image/jpeg',
        download_url: `${baseUrl}${first}`,
      },
      {
        document_uid: 'd-22',
        kind: 'PROOF_OF_ADDRESS',
        files: [{ name: 'utility-bill.pdf', url: `${baseUrl}/files/d-22/1` }],
      },
      'an-element-that-is-not-an-object',
    ],
    files: [
      { path: first, specimen: 'passport' },
      { path: '/files/d-22/1', specimen: 'bill' },
    ],
  }
}

interface Kind {
  readonly name: string
  readonly type: string
  readonly mime: string
  readonly specimen: SpecimenKind
}

const kinds: readonly Kind[] = [
  { name: 'front', type: 'PASSPORT', mime: 'image/jpeg', specimen: 'passport' },
  { name: 'card', type: 'ID_CARD', mime: 'image/png', specimen: 'id-card' },
  { name: 'bill', type: 'PROOF_OF_ADDRESS', mime: 'application/pdf', specimen: 'bill' },
  { name: 'licence', type: 'DRIVING_LICENCE', mime: 'image/jpeg', specimen: 'licence' },
  { name: 'photo', type: 'SELFIE', mime: 'image/png', specimen: 'photo' },
]

/** Creates up to `count` well-formed documents in two shapes: one address, or a list of files. */
export function documentsNear(count: number): (baseUrl: string, identityId: string) => DocumentSet {
  return (baseUrl, identityId) => {
    const elements: Json[] = []
    const files: ServedFile[] = []
    for (const [index, kind] of kinds.slice(0, count).entries()) {
      const id = `doc_${kind.name}`
      const path = `/v1/identity/${identityId}/documents/${id}`
      files.push({ path, specimen: kind.specimen })
      if (kind.type === 'PROOF_OF_ADDRESS') {
        const letter = `/files/${identityId}/letter`
        files.push({ path: letter, specimen: 'letter' })
        elements.push({
          document_uid: id,
          kind: kind.type,
          files: [
            { name: 'utility-bill.pdf', url: `${baseUrl}${path}` },
            { name: 'bank-letter.pdf', url: `${baseUrl}${letter}` },
          ],
        })
      } else {
        const created = `2025-02-03T09:2${index}:01.004Z`
        elements.push({
          id,
          type: kind.type,
          status: 'ACCEPTED',
          country: 'SE',
          created_at: created,
          mime_type: kind.mime,
          download_url: `${baseUrl}${path}`,
        })
      }
    }
    return { elements, files }
  }
}

/** File names that look like other names, or contain more than a name. */
const fileNames: Readonly<Record<string, string>> = {
  'odd-name': 'passport\u202egpj.exe',
  'line-break-name': 'a\r\nSet-Cookie: b.jpg',
}

/** Elements that no reader should trust: other hosts, wrong types, hostile files, odd shapes. */
export function hostileDocuments(baseUrl: string, identityId: string): DocumentSet {
  const files: ServedFile[] = hostileNames.map((hostile) => ({
    path: `/v1/identity/${identityId}/documents/${hostile}`,
    hostile,
  }))
  const elements: Json[] = hostileNames.map((hostile) => ({
    id: hostile,
    type: 'PASSPORT',
    mime_type: 'image/jpeg',
    file_name: fileNames[hostile] ?? `${hostile}.jpg`,
    download_url: `${baseUrl}/v1/identity/${identityId}/documents/${hostile}`,
  }))
  return {
    files,
    elements: [
      ...elements,
      { id: 'elsewhere', type: 'PASSPORT', download_url: 'https://files.elsewhere.test/documents/1' },
      {
        id: 'lookalike',
        type: 'PASSPORT',
        download_url: `${baseUrl.replace('://', '://files.elsewhere.test@')}/files/1`,
      },
      { id: 'upwards', type: 'PASSPORT', download_url: `${baseUrl}/v1/identity/../../../etc/hosts` },
      { id: 'relative', type: 'PASSPORT', download_url: `/v1/identity/${identityId}/documents/doc_front` },
      { id: 'script', type: 'PASSPORT', download_url: 'javascript:alert(1)' },
      { id: 'inline', type: 'PASSPORT', download_url: 'data:text/html,<script>alert(1)</script>' },
      {
        id: 'missing',
        type: 'PASSPORT',
        download_url: `${baseUrl}/v1/identity/${identityId}/documents/missing`,
      },
      {
        id: 7,
        type: null,
        files: 'not-a-list',
        pages: [[['deep', { deeper: { address: `${baseUrl}/files/nowhere` } }]]],
      },
      'an-element-that-is-not-an-object',
      null,
      42,
      [],
    ],
  }
}
