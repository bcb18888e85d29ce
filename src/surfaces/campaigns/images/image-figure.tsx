import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { mediaDrafts, type ShownPicture } from '../../../contract/images/images.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { DrawnPicture } from '../../../ui/upload/drawn-image.tsx'
import { count } from '../../../ui/format/format.ts'
import { DateText } from '../../../ui/format/date-text.tsx'
import { todayIn } from '../../../parts/time/today.ts'
import { usePartRead } from '../review/loaded-parts.tsx'

/** Of which campaign a picture is. */
export interface PicturePath {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly campaignId: number
}

/** Which version of its place it is, and who put it there when. */
function Came({ picture: { version, changed_at, changed_by } }: { readonly picture: ShownPicture }) {
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
  readonly path: PicturePath
  readonly picture: ShownPicture
  /** What is said of it besides. */
  readonly children?: ReactNode
}

/** One picture of a campaign as it was sent, with the name of its place, its size, and how it came there. */
export function PictureFigure({ path, picture, children }: PictureFigureProps) {
  const { t, i18n } = useLingui()
  const { asset_id, name, file_name, content_type, width, height } = picture
  const { data, error, mutate } = useRead(mediaDrafts.one, { path: { ...path, assetId: asset_id } })
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
        {children}
        <small>
          {file_name} · {size}
          {content_type === 'image/gif' && (
            <>
              {' · '}
              <Trans>A picture that moves stands still here</Trans>
            </>
          )}
        </small>
        <Came picture={picture} />
      </figcaption>
    </figure>
  )
}
