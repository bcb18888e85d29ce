import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
}

type Encoding = 'br' | 'gzip'
interface Asset {
  readonly plain: Buffer
  readonly headers: Readonly<Record<string, string>>
}

const brotli = (plain: Buffer, quality: number) =>
  promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
/** The compression for the first request of a file, which waits for it. */
const compress = {
  br: (plain: Buffer) => brotli(plain, 5),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: 9 }),
}

/** Only files in `chunks` have a content hash in their name. */
const cacheOf = (name: string) => (name.startsWith('chunks/') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Pages of other origins import scripts and fonts, so CORS headers allow every origin. */
function headersOf(name: string, type: string, plain: Buffer) {
  return {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheOf(name),
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept-Encoding',
    ETag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }
}

function assetOf(folder: string, name: string): Asset | undefined {
  const file = join(folder, normalize(`/${name}`))
  const type = types[extname(file)]
  if (!type || !existsSync(file)) return undefined
  const plain = readFileSync(file)
  return { plain, headers: headersOf(name, type, plain) }
}

const isCompressible = ({ plain, headers }: Asset) => plain.length > 300 && /^text|json|svg/.test(headers['Content-Type'] ?? '')

/** The best encoding that the browser accepts; most browsers offer brotli only over https. */
function encodingFor(asset: Asset, accepted: string): Encoding | undefined {
  if (!isCompressible(asset)) return undefined
  return (['br', 'gzip'] as const).find((name) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(\\s*[;,]|\\s*$)`).test(accepted),
  )
}

/** Compressed files by encoding and ETag. All platforms of a process share them. */
const compressed = new Map<string, Promise<Buffer>>()
/** The queue of `improve`. */
let improving: Promise<unknown> = Promise.resolve()

/** Replaces a file by its best compression, one file after the other: it is a tenth smaller and takes thirty times as long. */
function improve(key: string, plain: Buffer) {
  improving = improving.then(() => brotli(plain, 11)).then((best) => compressed.set(key, Promise.resolve(best)))
}

/** Compresses asynchronously, once for each content, and caches the result. */
function compressedAsset({ plain, headers }: Asset, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${headers.ETag}`
  const known = compressed.get(key)
  if (known) return known
  const first = compress[encoding](plain)
  compressed.set(key, first)
  if (encoding === 'br') void first.then(() => improve(key, plain))
  return first
}

const isNotModified = (request: Request, tag: string) =>
  (request.headers.get('if-none-match') ?? '').split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)

export interface StaticFiles {
  /** The response for a file; undefined if it does not exist. */
  answer(request: Request, name: string): Promise<Response | undefined>
}

/** Serves the files of one folder. With `isWatched` (development), files are read again for every request. */
export function filesOf(folder: string, isWatched = false): StaticFiles {
  const assets = new Map<string, Asset>()
  const find = (name: string) => {
    const asset = (isWatched ? undefined : assets.get(name)) ?? assetOf(folder, name)
    if (asset) assets.set(name, asset)
    return asset
  }
  return {
    answer: async (request, name) => {
      const asset = find(name)
      if (!asset) return undefined
      if (isNotModified(request, asset.headers.ETag ?? '')) return new Response(null, { status: 304, headers: asset.headers })
      const encoding = isWatched ? undefined : encodingFor(asset, request.headers.get('accept-encoding') ?? '')
      const body = encoding ? await compressedAsset(asset, encoding) : asset.plain
      return new Response(new Uint8Array(body), { headers: { ...asset.headers, ...(encoding && { 'Content-Encoding': encoding }) } })
    },
  }
}
