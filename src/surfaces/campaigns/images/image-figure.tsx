import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { campaignImageEndpoints, type CampaignImage } from '../../../contract/images/images.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { CanvasImage } from '../../../ui/upload/canvas-image.tsx'
import { count } from '../../../ui/format/format.ts'
import { DateText } from '../../../ui/format/date-text.tsx'
import { todayIn } from '../../../parts/time/today.ts'
import { useMarkLoaded } from '../review/loaded-parts.tsx'

/** Path parameters of the campaign that the image belongs to. */
export interface ImagePath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}

/** Version of the image, with date and user. */
function ImageVersion({ picture: { version, changed_at, changed_by } }: { readonly picture: CampaignImage }) {
  const day = <DateText day={todayIn(new Date(changed_at))} />
  return (
    <small>
      {changed_by === null ? (
        <Trans>
          Version {version}, {day}
        </Trans>
      ) : (
        <Trans>
          Version {version}, by {changed_by}, {day}
        </Trans>
      )}
    </small>
  )
}

interface PictureFigureProps {
  readonly path: ImagePath
  readonly picture: CampaignImage
  /** Shown above the file name. */
  readonly children?: ReactNode
}

/** An image of a campaign with its size and version. */
export function ImageFigure({ path, picture, children }: PictureFigureProps) {
  const { t, i18n } = useLingui()
  const { asset_id, name, file_name, content_type, width, height } = picture
  const { data, error, mutate } = useRead(campaignImageEndpoints.one, { path: { ...path, assetId: asset_id } })
  useMarkLoaded(`picture ${asset_id}`, data !== undefined)
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
        <CanvasImage content={data.content} type={data.content_type} width={width} height={height} label={t`${name}: ${file_name}`} />
      ) : (
        <div className="skeleton-block picture" style={{ aspectRatio: `${width} / ${height}` }} />
      )}
      <figcaption>
        {children}
        <small>
          {file_name} · {size}
          {content_type === 'image/gif' && (
            <>
              {' · '}
              <Trans>Animated images are shown as still images here</Trans>
            </>
          )}
        </small>
        <ImageVersion picture={picture} />
      </figcaption>
    </figure>
  )
}
