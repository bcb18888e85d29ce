import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { ExperienceAsset } from '../../../../contract/experiences.ts'
import type { DraftFault } from '../../../../contract/campaign-drafts.rules.ts'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { useCampaignFault } from '../../../../parts/campaign-fault.ts'
import { Button } from '../../../../ui/button.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { wear } from '../../../../ui/sheet.ts'
import { Upload } from '../../../../ui/upload/upload.tsx'
import { useBuilder } from '../builder.ts'
import { useDesk } from '../draft/desk.ts'
import { Part } from './part.tsx'
import { limitsOf, usePictureFor, WrongPicture } from './sending-picture.ts'
import css from './pictures.css'
import { ShownPicture } from './shown-picture.tsx'

wear(css)

const isMissing = (answer: DraftFault, name: string) => answer.code === 'picture_missing' && 'name' in answer && answer.name === name

/** Why a picture was not taken, and what to do. */
function useErrorText({ width, height }: ExperienceAsset) {
  const { t, i18n } = useLingui()
  return (error: unknown) => {
    if (!(error instanceof WrongPicture)) return problemText(asProblem(error), i18n)
    if (!error.found) return t`It cannot be read as a picture. Save it anew as PNG or JPEG, then choose it again.`
    const { width: wide, height: high } = error.found
    return t`It has ${wide} × ${high} pixels. Make it ${width} × ${height}, then choose it again.`
  }
}

/** One place for a picture: what it takes, the picture that is in it, and the way to another one. */
function Place({ place, isFirstMissing }: { readonly place: ExperienceAsset; readonly isFirstMissing: boolean }) {
  const { t } = useLingui()
  const { noUpload = false } = useBuilder()
  const { form, problems, currency } = useDesk()
  const { textOf } = useCampaignFault(currency)
  const face = form.face('pictures', t`Pictures`)
  const { chosen, sent, upload, remove } = usePictureFor(place)
  const errorText = useErrorText(place)
  const id = useId()
  const { name, width, height, kind, is_required } = place
  const missing = problems.find(({ answer }) => isMissing(answer, name))
  return (
    <section className="picture-place" aria-labelledby={id} tabIndex={-1} ref={isFirstMissing ? face.controlRef : null}>
      <h4 id={id}>
        {name} {!is_required && kind !== 'video' && <span className="quiet">{t`(optional)`}</span>}
      </h4>
      <p className="quiet">
        {kind === 'video' ? (
          <Trans>Films cannot be added here yet; the campaign runs without one.</Trans>
        ) : (
          t`Exactly ${width} × ${height} pixels.`
        )}
      </p>
      {missing && form.attempts > 0 && <p className="note bad">{textOf(missing.answer)}</p>}
      {chosen !== undefined && (
        <div className="picture-chosen">
          <ShownPicture place={place} assetId={chosen} sent={sent} />
          <Button onPress={remove}>
            <Trans>Remove</Trans>
            <span className="unseen"> {name}</span>
          </Button>
        </div>
      )}
      {kind !== 'video' && !noUpload && (
        <Upload
          key={chosen ?? 'none'}
          label={chosen === undefined ? t`Picture for ${name}` : t`Another picture for ${name}`}
          limits={limitsOf(place)}
          send={upload}
          errorText={errorText}
        />
      )}
    </section>
  )
}

/** What the experience takes to show, place by place. */
export default function Pictures() {
  const { t } = useLingui()
  const { ground, problems } = useDesk()
  const { noUpload = false } = useBuilder()
  const first = ground.assets.find(({ name }) => problems.some(({ answer }) => isMissing(answer, name)))
  return (
    <Part heading={<Trans>Pictures</Trans>} note={<Trans>What this experience shows.</Trans>}>
      {noUpload && <Callout kind="info" heading={t`Pictures are added by your client for now`} />}
      {ground.assets.map((place) => (
        <Place key={place.experience_asset_id} place={place} isFirstMissing={place === first} />
      ))}
    </Part>
  )
}
