import { Trans, useLingui } from '@lingui/react/macro'
import type { CampaignRow } from '../../../../contract/campaigns.ts'
import { mediaDrafts, type ShownPicture } from '../../../../contract/media-drafts.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { problemText } from '../../../../kit/problem.ts'
import { Button } from '../../../../ui/button.tsx'
import { count } from '../../../../ui/format.ts'
import { DrawnPicture } from '../../../../ui/drawn-picture.tsx'
import { PartFailed, usePartRead } from './reading.tsx'

const pathOf = (row: CampaignRow) => ({
  memberGroupId: row.member_group_id,
  advertiserId: row.advertiser_id,
  campaignId: row.campaign_id,
})

/** One picture, with the name of its place and its size. */
function Shown({ row, picture }: { readonly row: CampaignRow; readonly picture: ShownPicture }) {
  const { t, i18n } = useLingui()
  const { asset_id, name, file_name, content_type, width, height } = picture
  const { data, error, mutate } = useRead(mediaDrafts.one, { path: { ...pathOf(row), assetId: asset_id } })
  usePartRead(`picture ${asset_id}`, data !== undefined)
  const size = t`${count(width, i18n.locale)} × ${count(height, i18n.locale)} pixels`
  return (
    <figure>
      {error ? (
        <p role="alert">
          {problemText(error, i18n)}{' '}
          <Button kind="plain" onPress={() => void mutate()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      ) : data ? (
        <DrawnPicture content={data.content} type={data.content_type} width={width} height={height} label={t`${name}: ${file_name}`} />
      ) : (
        <div className="bone picture" style={{ aspectRatio: `${width} / ${height}` }} />
      )}
      <figcaption>
        <b>{name}</b>
        <small>
          {file_name} · {size}
          {content_type === 'image/gif' && (
            <>
              {' · '}
              <Trans>A picture that moves stands still here</Trans>
            </>
          )}
        </small>
      </figcaption>
    </figure>
  )
}

/** What people would see: every picture of a campaign, as it was sent. */
export function ReviewPictures({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { data, error, mutate } = useRead(mediaDrafts.list, { path: pathOf(row) })
  usePartRead('pictures', data !== undefined)
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
        <Shown key={picture.experience_asset_id} row={row} picture={picture} />
      ))}
    </section>
  )
}
