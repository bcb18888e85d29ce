import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

interface DrawnPictureProps {
  /** Its bytes, in base 64. */
  readonly content: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly label: string
}

/** The picture that some bytes are; refused where they are none. */
function bitmapOf(content: string, type: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  return createImageBitmap(new Blob([bytes], { type }))
}

/** A picture whose bytes are here already. It is drawn, because the page around an element may let in no images but its own. */
export function DrawnPicture({ content, type, width, height, label }: DrawnPictureProps) {
  const { t } = useLingui()
  const place = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let isGone = false
    const draw = async () => {
      const bitmap = await bitmapOf(content, type)
      if (!isGone) place.current?.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
      bitmap.close()
    }
    draw().catch(() => isGone || setBroken(true))
    return () => {
      isGone = true
    }
  }, [content, type, width, height])
  if (isBroken) return <p role="alert">{t`This file is no picture that can be shown: ${label}`}</p>
  return <canvas ref={place} className="picture" role="img" aria-label={label} width={width} height={height} />
}
