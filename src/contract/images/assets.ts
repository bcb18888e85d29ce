import { type Infer, object, string } from 'superstruct'
import { post } from '../endpoint.ts'
import { Id, Moment, Text } from '../ids.ts'

/** Temporary access to a client's assets. */
export const AssetToken = object({ member_group_id: Id, token: string(), expires_at: Moment })
export type AssetToken = Infer<typeof AssetToken>

/** Access to one project of a client, for any holder of the token. */
export const SharedProject = object({ member_group_id: Id, project_id: string(), token: string(), expires_at: Moment })

const assetsOf = 'v1/member_groups/:memberGroupId/assets'

/** Access to a client's images and videos. */
export const assets = {
  authenticate: post(`${assetsOf}/authenticate`, { may: 'assets.read', result: AssetToken }),
  share: post(`${assetsOf}/share`, { may: 'assets.share', body: object({ project_id: Text(1, 100) }), result: SharedProject }),
}
