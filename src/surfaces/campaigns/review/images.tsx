import { Trans, useLingui } from '@lingui/react/macro'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints } from '../../../contract/images/images.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { pathOf } from './calls.ts'
import { ImageFigure } from '../images/image-figure.tsx'
import { PartError, useReviewPart } from './loaded-parts.tsx'

/** All images of a campaign; those replaced since the last decision have a tag. */
export function ReviewImages({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { data, error, mutate } = useReviewPart('pictures', campaignImageEndpoints.list, { path: pathOf(row) })
  if (error && !data) return <PartError name={t`Images`} problem={error} onRetry={() => void mutate()} />
  if (!data) return <div className="skeleton-block picture" />
  if (data.pictures.length === 0)
    return (
      <p className="quiet">
        <Trans>This campaign has no images.</Trans>
      </p>
    )
  return (
    <section className="review-pictures" aria-label={t`Images`}>
      {data.pictures.map((picture) => (
        <ImageFigure key={picture.experience_asset_id} path={pathOf(row)} picture={picture}>
          <b>
            {picture.name} {picture.is_replaced && <Tag tone="warn" text={t`Replaced`} />}
          </b>
        </ImageFigure>
      ))}
    </section>
  )
}
