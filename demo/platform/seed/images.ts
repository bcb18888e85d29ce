import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { reviewStatusIds } from '../../../src/contract/statuses.ts'
import type { Tables } from '../tables/index.ts'
import { insertRows } from './insert.ts'

type Colour = readonly [red: number, green: number, blue: number]
/** The colors of a poster: near hills, far hills and sun. */
const schemes: readonly (readonly [Colour, Colour, Colour])[] = [
  [
    [18, 52, 86],
    [58, 124, 165],
    [248, 196, 84],
  ],
  [
    [94, 32, 40],
    [181, 80, 66],
    [246, 226, 190],
  ],
  [
    [24, 66, 52],
    [92, 148, 104],
    [240, 220, 130],
  ],
  [
    [58, 40, 92],
    [130, 104, 190],
    [250, 206, 160],
  ],
]

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The palette index of a point: a sun above two ranges of hills. */
function colourAt(x: number, y: number, turn: number): number {
  const sun = (x - 0.3 - (turn % 5) / 10) ** 2 + (y - 0.38) ** 2 < 0.03
  const hills = y > 0.66 + 0.1 * Math.sin(x * 5 + turn)
  const far = y > 0.5 + 0.12 * Math.sin(x * 3 + 2 * turn)
  return hills ? 0 : far ? 1 : sun ? 2 : 3
}

/** A poster as a PNG with four colors; the sky is a lighter shade of the middle color. */
export function posterPng(width: number, height: number, turn: number): Buffer {
  const [ground, middle, bright] = schemes[turn % schemes.length] ?? schemes[0] ?? []
  if (!ground || !middle || !bright) throw new Error('There is no color scheme')
  const sky = middle.map((part) => Math.round(part + (255 - part) * 0.72))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt16BE(0x0803, 8)
  const pixels = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * (width + 1) + x + 1] = colourAt(x / height, y / height, turn)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const palette = Buffer.from([...ground, ...middle, ...bright, ...sky])
  return Buffer.concat([
    ...[signature, chunk('IHDR', head), chunk('PLTE', palette)],
    ...[chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))],
  ])
}

interface Place {
  readonly member_group_id: number
  readonly advertiser_id: number
  readonly campaign_id: number
  readonly experience_id: number
  readonly experience_asset_id: number
  readonly name: string
  readonly kind: string
  readonly width: number
  readonly height: number
  readonly created_at: string
}

/** Campaigns under review, with the required assets of their client's first experience. */
const requiredAssetsInReview = (kysely: Kysely<Tables>): Promise<Place[]> =>
  kysely
    .with('first', (db) =>
      db
        .selectFrom('experiences')
        .select(({ fn }) => ['member_group_id', fn.min('experience_id').as('experience_id')])
        .groupBy('member_group_id'),
    )
    .selectFrom('campaigns as c')
    .innerJoin('first', 'first.member_group_id', 'c.member_group_id')
    .innerJoin('experience_assets as p', (join) =>
      join.onRef('p.member_group_id', '=', 'c.member_group_id').onRef('p.experience_id', '=', 'first.experience_id'),
    )
    .select(['c.member_group_id', 'c.advertiser_id', 'c.campaign_id', 'p.experience_id', 'p.experience_asset_id'])
    .select(({ cast }) => ['p.name', 'p.kind', 'p.width', 'p.height', cast<string>('c.created_at', 'text').as('created_at')])
    .where('p.is_required', '=', true)
    .where('c.review_status_id', '=', reviewStatusIds.under_review)
    .orderBy('c.campaign_id')
    .orderBy('p.experience_asset_id')
    .execute()

/** The projects of the demo's images, in turn. */
const seasons = ['spring', 'summer']

/** Adds images to the campaigns under review. */
export async function seedImages(kysely: Kysely<Tables>) {
  const places = await requiredAssetsInReview(kysely)
  const assets = places.map(({ member_group_id, advertiser_id, campaign_id, name, kind, width, height, created_at }, index) => {
    const bytes = posterPng(width, height, campaign_id + index)
    return {
      member_group_id,
      advertiser_id,
      project_id: seasons[index % seasons.length],
      asset_id: index + 1,
      file_name: `${name.toLowerCase()}-${campaign_id}.png`,
      kind,
      content_type: 'image/png',
      width,
      height,
      bytes: bytes.length,
      content: bytes.toString('base64'),
      hash: createHash('sha256').update(bytes).digest('base64url'),
      created_at,
    }
  })
  await insertRows(kysely, 'assets', assets)
  await insertRows(
    kysely,
    'campaign_assets',
    places.map(({ member_group_id, campaign_id, experience_asset_id }, index) => ({
      member_group_id,
      campaign_id,
      experience_asset_id,
      asset_id: index + 1,
    })),
  )
  for (const { member_group_id, campaign_id, experience_id } of places)
    await kysely
      .updateTable('campaigns')
      .set({ experience_id })
      .where('member_group_id', '=', member_group_id)
      .where('campaign_id', '=', campaign_id)
      .execute()
}
