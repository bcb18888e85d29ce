import { Trans, useLingui } from '@lingui/react/macro'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import type { DraftFault } from '../../../contract/drafts/problems.ts'
import { useCampaignFault } from '../draft/fault.ts'
import { ImageSlotSection } from '../../../parts/images/slot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useBuilder } from '../context.tsx'
import { useDraftContext } from '../draft/context.ts'
import { StepSection } from './section.tsx'
import { useImageUpload } from './image-upload.ts'
import { ImagePreview } from './image-preview.tsx'

const isMissing = (fault: DraftFault, name: string) => fault.code === 'picture_missing' && 'name' in fault && fault.name === name

/** One image slot. */
function ImageSlot({ slot, isFirstMissing }: { readonly slot: ExperienceAsset; readonly isFirstMissing: boolean }) {
  const { t } = useLingui()
  const { noUpload = false } = useBuilder()
  const { form, problems, currency } = useDraftContext()
  const { textOf } = useCampaignFault(currency)
  const fieldProps = form.face('pictures', t`Images`)
  const { chosen, sent, upload, remove } = useImageUpload(slot)
  const { name } = slot
  const missing = problems.find(({ answer: fault }) => isMissing(fault, name))
  return (
    <ImageSlotSection
      {...{ slot, chosen }}
      fault={missing && form.attempts > 0 ? textOf(missing.answer) : undefined}
      focusRef={isFirstMissing ? fieldProps.controlRef : null}
      send={noUpload ? undefined : upload}
    >
      {chosen !== undefined && (
        <div className="picture-chosen">
          <ImagePreview slot={slot} assetId={chosen} sent={sent} />
          <Button onPress={remove}>
            <Trans>Remove</Trans>
            <span className="unseen"> {name}</span>
          </Button>
        </div>
      )}
    </ImageSlotSection>
  )
}

/** The image slots of the experience. */
export default function ImagesStep() {
  const { t } = useLingui()
  const { draftConstraints, problems } = useDraftContext()
  const { noUpload = false } = useBuilder()
  const first = draftConstraints.assets.find(({ name }) => problems.some(({ answer: fault }) => isMissing(fault, name)))
  return (
    <StepSection heading={<Trans>Images</Trans>} note={<Trans>Images for this experience.</Trans>}>
      {noUpload && <Callout kind="info" heading={t`Your administrator adds images for now`} />}
      {draftConstraints.assets.map((slot) => (
        <ImageSlot key={slot.experience_asset_id} slot={slot} isFirstMissing={slot === first} />
      ))}
    </StepSection>
  )
}
