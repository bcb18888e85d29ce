import type { CampaignDraft } from '../../../src/contract/drafts/drafts.ts'
import type { DraftConstraints } from '../../../src/contract/drafts/constraints.ts'
import type { DraftFault, DraftProblem, PartFault } from '../../../src/contract/drafts/problems.ts'
import { problemsOf } from '../../../src/contract/drafts/drafts.rules.ts'
import type { Targeting } from '../../../src/contract/targeting/targetings.ts'
import { targetingProblems } from '../../../src/contract/targeting/targetings.rules.ts'
import type { Context } from '../context/context.ts'
import { dimensionsAt, limitsOf, dimensionsOfScope } from '../targeting/read.ts'

interface TargetingOfPart {
  readonly part: PartFault['part']
  readonly field: string
  readonly targeting: Targeting
}

/** Every targeting of the draft that has conditions, with its field path. */
function targetingsOf({ data, ad_group_drafts }: CampaignDraft): TargetingOfPart[] {
  const targetings = [
    { part: 'targeting' as const, field: 'data.targeting', targeting: data.targeting },
    ...ad_group_drafts.map((group, index) => ({
      part: 'ad_group_drafts' as const,
      field: `ad_group_drafts.${index}.data.targeting`,
      targeting: group.data.targeting,
    })),
  ]
  return targetings.flatMap(({ targeting, ...location }) => (targeting && targeting.groups.length > 0 ? [{ ...location, targeting }] : []))
}

async function targetingFaults({ database }: Context, draft: CampaignDraft): Promise<PartFault[]> {
  const targetings = targetingsOf(draft)
  if (targetings.length === 0) return []
  const { member_group_id: memberGroupId, experience_id } = draft
  const dimensions = await dimensionsAt(database, dimensionsOfScope({ memberGroupId, experienceId: experience_id ?? undefined }))
  const limits = await limitsOf(database, memberGroupId)
  return targetings.flatMap(({ part, field, targeting }) =>
    targetingProblems(targeting, dimensions, limits).map(({ path, ...answer }): PartFault => ({ part, field: `${field}.${path}`, answer })),
  )
}

/** Images must belong to the advertiser and match the size of their slot. */
export async function imageFaults(
  { database }: Context,
  { data, member_group_id, advertiser_id }: Pick<CampaignDraft, 'data' | 'member_group_id' | 'advertiser_id'>,
  { assets }: DraftConstraints,
) {
  const pictures = data.pictures ?? []
  const images = await database.kysely
    .selectFrom('assets')
    .select(['asset_id', 'kind', 'width', 'height', 'bytes'])
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('asset_id', 'in', [0, ...pictures.map(({ asset_id }) => asset_id)])
    .execute()
  return pictures.flatMap(({ asset_id, experience_asset_id }, index): PartFault[] => {
    const fault = (answer: DraftFault): PartFault[] => [{ part: 'pictures', field: `data.pictures.${index}.asset_id`, answer }]
    const image = images.find((candidate) => candidate.asset_id === asset_id)
    const slot = assets.find((asset) => asset.experience_asset_id === experience_asset_id)
    if (!image) return fault({ code: 'not_offered' })
    const fits = !slot || (image.width === slot.width && image.height === slot.height && image.bytes <= slot.bytes_most)
    return fits ? [] : fault({ code: 'wrong_size', width: slot.width, height: slot.height })
  })
}

/** All validation problems of a draft, including those of targeting and images, which need the database. */
export async function draftProblems(context: Context, draft: CampaignDraft, constraints: DraftConstraints): Promise<DraftProblem[]> {
  return problemsOf(draft, constraints, [...(await targetingFaults(context, draft)), ...(await imageFaults(context, draft, constraints))])
}
