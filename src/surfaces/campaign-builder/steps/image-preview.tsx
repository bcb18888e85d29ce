import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { assets } from '../../../contract/images/assets.ts'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { CanvasImage } from '../../../ui/upload/canvas-image.tsx'
import { useDraftContext } from '../draft/context.ts'
import type { ImageInMemory } from '../../../parts/images/image-file.ts'

/** Image tokens are valid for one hour; renew them earlier. */
const tokenFreshMs = 50 * 60_000

interface ImagePreviewProps {
  readonly slot: ExperienceAsset
  readonly assetId: number
  /** The image uploaded last in this session. */
  readonly sent: ImageInMemory | undefined
}

/**
 * An image of the draft. If the host page's policy blocks the URL, the uploaded bytes are drawn instead.
 * Without those bytes a text says that the image exists.
 */
export function ImagePreview({ slot: { name, width, height }, assetId, sent }: ImagePreviewProps) {
  const { t } = useLingui()
  const { apiBase } = useRuntime()
  const { clientId: memberGroupId } = useDraftContext()
  const [failedId, setFailedId] = useState<number>()
  const { data, error } = useRead(assets.authenticate, { path: { memberGroupId } }, { freshForMs: tokenFreshMs })
  const label = t`Image for ${name}`
  const isLost = Boolean(error) || failedId === assetId
  if (isLost && sent?.assetId === assetId) return <CanvasImage {...{ content: sent.content, type: sent.type, width, height, label }} />
  if (isLost)
    return (
      <p className="quiet">
        <Trans>The image is saved but can’t be displayed on this page.</Trans>
      </p>
    )
  if (!data) return <div className="skeleton-block shown-picture" style={{ aspectRatio: `${width} / ${height}` }} />
  return (
    <img
      className="shown-picture"
      src={`${apiBase}/assets/${assetId}?token=${encodeURIComponent(data.token)}`}
      {...{ width, height }}
      alt={label}
      onError={() => setFailedId(assetId)}
    />
  )
}
