import { type Infer, object, string } from 'superstruct'
import { post } from '../endpoint.ts'
import { Id, Moment, Text } from '../ids.ts'

/** What opens a client's assets for a while. */
export const AssetToken = object({ member_group_id: Id, token: string(), expires_at: Moment })
export type AssetToken = Infer<typeof AssetToken>

/** What opens one project of a client for whoever has it. */
export const SharedProject = object({ member_group_id: Id, project_id: string(), token: string(), expires_at: Moment })

const assetsOf = 'v1/member_groups/:memberGroupId/assets'

/** Pictures and films of a client: who may fetch them. */
export const assets = {
  authenticate: post(`${assetsOf}/authenticate`, { may: 'assets.read', result: AssetToken }),
  share: post(`${assetsOf}/share`, { may: 'assets.share', body: object({ project_id: Text(1, 100) }), result: SharedProject }),
}
