export type FileKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'csv' | 'xlsx' | 'txt' | 'pdf'

interface FileKindInfo {
  readonly extensions: readonly string[]
  readonly media: string
  readonly label: string
}

/** The accepted file types and their extensions. */
export const fileKinds: Readonly<Record<FileKind, FileKindInfo>> = {
  png: { extensions: ['png'], media: 'image/png', label: 'PNG' },
  jpeg: { extensions: ['jpg', 'jpeg'], media: 'image/jpeg', label: 'JPEG' },
  gif: { extensions: ['gif'], media: 'image/gif', label: 'GIF' },
  webp: { extensions: ['webp'], media: 'image/webp', label: 'WebP' },
  csv: { extensions: ['csv'], media: 'text/csv', label: 'CSV' },
  xlsx: {
    extensions: ['xlsx'],
    media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    label: 'XLSX',
  },
  txt: { extensions: ['txt', 'tsv'], media: 'text/plain', label: 'TXT' },
  pdf: { extensions: ['pdf'], media: 'application/pdf', label: 'PDF' },
}

/** Number of bytes that checkFile reads to detect the type. */
export const headBytes = 4096

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte)
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** Text is UTF-8 without control characters except tab and line ends. The last character may be incomplete. */
function isText(head: Uint8Array) {
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const marks: Readonly<Record<FileKind, (head: Uint8Array) => boolean>> = {
  png: (head) => startsWith(head, [0x89, ...ascii('PNG'), 13, 10, 26, 10]),
  jpeg: (head) => startsWith(head, [0xff, 0xd8, 0xff]),
  gif: (head) => startsWith(head, ascii('GIF87a')) || startsWith(head, ascii('GIF89a')),
  webp: (head) => startsWith(head, ascii('RIFF')) && startsWith(head, ascii('WEBP'), 8),
  csv: isText,
  // A ZIP archive; its reader refuses what is not a workbook.
  xlsx: (head) => startsWith(head, [...ascii('PK'), 3, 4]),
  txt: isText,
  pdf: (head) => startsWith(head, ascii('%PDF-')),
}

/** File type by extension. */
export function kindByName(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.entries(fileKinds).find(([, { extensions }]) => extensions.includes(extension))?.[0]
  return isKind(kind) ? kind : undefined
}
const isKind = (name: string | undefined): name is FileKind => name !== undefined && name in fileKinds

/** Whether the first bytes match a file type. */
export const matchesKind = (kind: FileKind, head: Uint8Array) => head.length > 0 && marks[kind](head)

export interface FileLimits {
  readonly kinds: readonly FileKind[]
  readonly maxBytes: number
  readonly maxFiles: number
}

/** The reason why a file is rejected. */
export type FileRejection =
  | { readonly code: 'kind'; readonly kinds: readonly FileKind[] }
  | { readonly code: 'size'; readonly maxBytes: number }
  | { readonly code: 'content'; readonly kind: FileKind }
  | { readonly code: 'count'; readonly maxFiles: number }
  | { readonly code: 'empty' | 'same' | 'unreadable' }

/** Checks a file's type, size and content. */
export async function checkFile(file: File, { kinds, maxBytes }: FileLimits): Promise<true | FileRejection> {
  const kind = kindByName(file.name)
  if (!kind || !kinds.includes(kind)) return { code: 'kind', kinds }
  if (file.size === 0) return { code: 'empty' }
  if (file.size > maxBytes) return { code: 'size', maxBytes }
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
    return matchesKind(kind, head) ? true : { code: 'content', kind }
  } catch {
    // A folder, or a file that was removed after it was chosen.
    return { code: 'unreadable' }
  }
}
