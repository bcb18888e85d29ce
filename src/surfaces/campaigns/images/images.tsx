import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import { campaignImageEndpoints, type CampaignImage } from '../../../contract/images/images.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useResourceForm } from '../../../parts/resource/form.tsx'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { ImageSlotSection } from '../../../parts/images/slot.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { CanvasImage } from '../../../ui/upload/canvas-image.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignTexts, ReviewNotice, useStartsReview } from '../detail/mutation.tsx'
import { useImageReplacement, useImagesLockedReason } from './replacement.ts'
import { ImageFigure } from './image-figure.tsx'

const commentMost = 500
const rules = { comment: [maxLength(commentMost)] }

interface SlotProps {
  readonly slot: ExperienceAsset
  readonly picture: CampaignImage | undefined
  readonly exchange: ReturnType<typeof useImageReplacement>
  readonly isOpen: boolean
}

/** One image slot: the current image and its replacement. */
function ImageSlot({ slot, picture, exchange, isOpen }: SlotProps) {
  const { t } = useLingui()
  const { at } = useCampaign()
  const { experience_asset_id: id, name, width, height, kind } = slot
  const next = exchange.sent[id]
  return (
    <ImageSlotSection slot={slot} chosen={next?.assetId ?? picture?.asset_id} send={isOpen ? exchange.upload(slot) : undefined}>
      {(picture || next) && (
        <div className="picture-pair">
          {picture && (
            <div className="picture-chosen">
              <ImageFigure path={at} picture={picture}>
                {next && <b>{t`Current`}</b>}
              </ImageFigure>
            </div>
          )}
          {next && (
            <div className="picture-chosen">
              <CanvasImage {...{ content: next.content, type: next.type, width, height }} label={t`Image for ${name}`} />
              <b>{t`New`}</b>
              <Button onPress={() => exchange.put(id, undefined)}>
                <Trans>Keep current image</Trans>
                <span className="unseen"> {name}</span>
              </Button>
            </div>
          )}
        </div>
      )}
      {!picture && !next && kind !== 'video' && (
        <p className="quiet">
          <Trans>No image yet.</Trans>
        </p>
      )}
    </ImageSlotSection>
  )
}

interface ListProps {
  readonly slots: readonly ExperienceAsset[]
  readonly pictures: readonly CampaignImage[]
}

/** All image slots, and the button that replaces the images. */
function ImageSlots({ slots, pictures }: ListProps) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const locked = useImagesLockedReason()
  const isAgain = useStartsReview()
  const exchange = useImageReplacement()
  const { form } = useResourceForm({
    name: 'pictures',
    initial: { comment: '' },
    rules,
    texts: useCampaignTexts(),
    save: ({ comment }) => exchange.save(comment.trim()),
    done: () => form.reset({ comment: '' }),
  })
  const guard = useLeaveGuard(exchange.isDirty, { losses: [t`Images`] })
  const isOpen = !isReadonly && locked === undefined
  return (
    <div className="detail-tab detail-narrow">
      {guard}
      <h3>
        <Trans>Images</Trans>
      </h3>
      {!isReadonly && locked !== undefined && (
        <Callout kind="info" heading={t`Images can’t be replaced now`}>
          {locked}
        </Callout>
      )}
      {slots.map((slot) => (
        <ImageSlot
          key={slot.experience_asset_id}
          picture={pictures.find((item) => item.experience_asset_id === slot.experience_asset_id)}
          {...{ slot, exchange, isOpen }}
        />
      ))}
      {isOpen && exchange.isDirty && (
        <Form form={form} label={t`Replace images`}>
          <ReviewNotice />
          {isAgain && (
            <TextArea
              {...form.field('comment', t`Comment for the reviewer`)}
              maxLength={commentMost}
              rows={3}
              help={t`What you changed and why`}
            />
          )}
          <div className="row">
            <SubmitButton form={form}>
              <Trans>Replace images</Trans>
            </SubmitButton>
            <Button onPress={exchange.discard}>
              <Trans>Discard changes</Trans>
            </Button>
          </div>
        </Form>
      )}
    </div>
  )
}

/** Tab with the campaign's images. */
export function CampaignImages() {
  const { t, i18n } = useLingui()
  const { at } = useCampaign()
  const { data, error, mutate } = useRead(campaignImageEndpoints.list, { path: at })
  if (error && !data)
    return (
      <ErrorState
        heading={t`Couldn’t load images`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={240} />
  if (data.places.length === 0)
    return (
      <EmptyState
        heading={<Trans>No images</Trans>}
        text={<Trans>Only campaigns for an experience with image placements have images.</Trans>}
      />
    )
  return <ImageSlots slots={data.places} pictures={data.pictures} />
}
