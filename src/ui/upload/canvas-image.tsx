import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

interface DrawnPictureProps {
  /** The file's bytes in base64. */
  readonly content: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly label: string
}

/** Rejects if the bytes are not an image. */
function bitmapOf(content: string, type: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type }))
}

/** An image from bytes in memory. It is drawn on a canvas, because the host's CSP may block data: and blob: images. */
export function CanvasImage({ content, type, width, height, label }: DrawnPictureProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const bitmap = await bitmapOf(content, type)
      if (!isGone) canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
      bitmap.close()
    }
    draw().catch(() => isGone || setBroken(true))
    return () => {
      isGone = true
    }
  }, [content, type, width, height])
  if (isBroken) return <p role="alert">{t`This image can’t be displayed: ${label}`}</p>
  return <canvas ref={canvas} className="picture" role="img" aria-label={label} width={width} height={height} />
}
