import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefCallback, useEffect, useId, useRef } from 'react'
import type { ExperienceAsset } from '../../contract/clients/experiences.ts'
import { asProblem, problemText } from '../../kit/problem.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { Upload } from '../../ui/upload/upload.tsx'
import type { UploadFile } from '../../ui/upload/upload-list.ts'
import { restoreLostFocus } from '../navigation/restore-lost-focus.ts'
import { imageFileLimits, WrongImageError } from './image-file.ts'
import css from './images.css'

addStyles(css)

/** The error text for a rejected image. */
function useErrorText({ width, height }: ExperienceAsset) {
  const { t, i18n } = useLingui()
  return (error: unknown) => {
    if (!(error instanceof WrongImageError)) return problemText(asProblem(error), i18n)
    if (!error.found) return t`Couldn’t read the image. Save it as PNG or JPEG and try again.`
    const { width: wide, height: high } = error.found
    return t`The image is ${wide} × ${high} pixels. Resize it to ${width} × ${height} and try again.`
  }
}

/** Choosing another image removes the button that was pressed, so the slot takes the focus. */
function useFocusAfterChange(chosen: number | undefined) {
  const container = useRef<HTMLElement>(null)
  const previous = useRef(chosen)
  useEffect(() => {
    const isOther = previous.current !== chosen
    previous.current = chosen
    if (isOther) restoreLostFocus(container.current)
  }, [chosen])
  return container
}

interface ImageSlotProps {
  readonly slot: ExperienceAsset
  /** The id of the current image; the upload control is reset when it changes. */
  readonly chosen: number | undefined
  /** The error of the slot. */
  readonly fault?: string | undefined
  readonly focusRef?: RefCallback<HTMLElement> | null
  /** Uploads a file; without it there is no upload control. */
  readonly send?: UploadFile<number> | undefined
  readonly disabledBecause?: string | undefined
  /** The image and its actions. */
  readonly children?: ReactNode
}

/** A slot for one image: its required size, the current image and the upload control. */
export function ImageSlotSection({ slot, chosen, fault, focusRef = null, send, disabledBecause, children }: ImageSlotProps) {
  const { t } = useLingui()
  const errorText = useErrorText(slot)
  const id = useId()
  const ownRef = useFocusAfterChange(chosen)
  const { name, width, height, kind, is_required } = slot
  const ref = (node: HTMLElement | null) => {
    ownRef.current = node
    focusRef?.(node)
  }
  return (
    <section className="picture-place" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <h4 id={id}>
        {name} {!is_required && kind !== 'video' && <span className="quiet">{t`(optional)`}</span>}
      </h4>
      <p className="quiet">
        {kind === 'video' ? (
          <Trans>Video is not supported yet. The campaign runs without it.</Trans>
        ) : (
          t`Exactly ${width} × ${height} pixels.`
        )}
      </p>
      {fault && <p className="note bad">{fault}</p>}
      {children}
      {kind !== 'video' && send && (
        <Upload
          key={chosen ?? 'none'}
          label={chosen === undefined ? t`Image: ${name}` : t`Replace image: ${name}`}
          limits={imageFileLimits(slot)}
          send={send}
          disabledBecause={disabledBecause}
          errorText={errorText}
        />
      )}
    </section>
  )
}
