import { Trans, useLingui } from '@lingui/react/macro'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { campaignImageEndpoints, type CampaignImage } from '../../../contract/images/images.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { CanvasImage } from '../../../ui/upload/canvas-image.tsx'
import { entitiesPage, pathOf } from './calls.ts'

interface PlacedImageProps {
  readonly row: CampaignRow
  readonly picture: CampaignImage
}

/** The campaign's image, in the proportions of its slot. */
function PlacedImage({ row, picture: { asset_id, name, width, height } }: PlacedImageProps) {
  const { data } = useRead(campaignImageEndpoints.one, { path: { ...pathOf(row), assetId: asset_id } })
  if (!data) return <div className="skeleton-block" />
  return <CanvasImage content={data.content} type={data.content_type} width={width} height={height} label={name} />
}

const OtherResult = () => (
  <div className="placed-other" aria-hidden="true">
    <i />
    <i />
  </div>
)

/** The first advertised entity among other search results, with the campaign's image. */
export function PlacementPreview({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const today = useToday()
  const entities = useRead(adGroupEntities.campaignReport, { path: pathOf(row), body: entitiesPage(today, 0) })
  const images = useRead(campaignImageEndpoints.list, { path: pathOf(row) })
  const entity = entities.data?.entities[0]
  const picture = images.data?.pictures.find(({ kind }) => kind === 'image')
  if (!entity) return null
  return (
    <figure className="placed" aria-label={t`Preview`}>
      <div className="placed-page">
        <OtherResult />
        <div className="placed-ad">
          {picture && <PlacedImage row={row} picture={picture} />}
          <div>
            <small>
              <Trans>Sponsored</Trans> · {row.advertiser_name}
            </small>
            <b>{entity.name}</b>
            <span>{entity.category}</span>
          </div>
        </div>
        <OtherResult />
      </div>
      <figcaption className="quiet">
        <Trans>Preview among search results. The design of the site may differ.</Trans>
      </figcaption>
    </figure>
  )
}
