import { Trans, useLingui } from '@lingui/react/macro'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { mediaDrafts } from '../../../contract/images/images.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { PictureFigure } from '../images/image-figure.tsx'
import { PartFailed, usePart } from './loaded-parts.tsx'

const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** All images of a campaign; those replaced since the last decision have a tag. */
export function ReviewPictures({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { data, error, mutate } = usePart('pictures', mediaDrafts.list, { path: pathOf(row) })
  if (error && !data) return <PartFailed name={t`Pictures`} problem={error} onRetry={() => void mutate()} />
  if (!data) return <div className="bone picture" />
  if (data.pictures.length === 0)
    return (
      <p className="quiet">
        <Trans>It shows no pictures of its own.</Trans>
      </p>
    )
  return (
    <section className="review-pictures" aria-label={t`Pictures`}>
      {data.pictures.map((picture) => (
        <PictureFigure key={picture.experience_asset_id} path={pathOf(row)} picture={picture}>
          <b>
            {picture.name} {picture.is_replaced && <Tag tone="warn" text={t`Replaced`} />}
          </b>
        </PictureFigure>
      ))}
    </section>
  )
}
