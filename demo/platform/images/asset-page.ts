import { imageTypes } from '../../../src/contract/images/images.rules.ts'
import { assetGrantOf } from './assets.ts'
import type { Database } from '../database/database.ts'
import type { MachineTime } from '../context/clock.ts'

/** Headers that keep a browser from running anything inside an image. */
const safe = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
}
const notHere = () => new Response('Not found', { status: 404, headers: { ...safe, 'Content-Type': 'text/plain; charset=utf-8' } })

/** Serves an image to holders of an asset token for its advertiser, and for its project if the token is a share of one. */
export async function assetPage(database: Database, url: URL, now: MachineTime): Promise<Response> {
  const id = Number(url.pathname.split('/').at(-1))
  const grant = await assetGrantOf(database, url.searchParams.get('token') ?? '', now)
  if (!grant || !(id <= 2_147_483_647)) return notHere()
  const asset = await database.kysely
    .selectFrom('assets')
    .select(['advertiser_id', 'project_id', 'content_type', 'content'])
    .where('member_group_id', '=', grant.member_group_id)
    .where('asset_id', '=', id)
    .executeTakeFirst()
  if (!asset) return notHere()
  const isOfAdvertiser = grant.advertiser_ids === null || grant.advertiser_ids.includes(asset.advertiser_id)
  const isOfProject = grant.project_id === null || grant.project_id === asset.project_id
  if (!isOfAdvertiser || !isOfProject || !imageTypes.some((type) => type === asset.content_type)) return notHere()
  return new Response(Buffer.from(asset.content, 'base64'), {
    headers: { ...safe, 'Content-Type': asset.content_type, 'Cache-Control': 'private, max-age=3600' },
  })
}
