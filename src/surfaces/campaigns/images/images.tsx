import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import type { ExperienceAsset } from '../../../contract/clients/experiences.ts'
import { mediaDrafts, type ShownPicture } from '../../../contract/images/images.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useKeptForm } from '../../../parts/resource/stored-form.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { PicturePlace } from '../../../parts/images/slot.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { DrawnPicture } from '../../../ui/upload/drawn-image.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Broken, Empty, Loading } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useFormRejection } from '../detail/mutation.ts'
import { ReviewedAgain, useIsReviewedAgain } from '../detail/review-notice.tsx'
import { useExchange, usePicturesLocked } from './replacement.ts'
import { PictureFigure } from './image-figure.tsx'

const commentMost = 500

interface PlaceProps {
  readonly place: ExperienceAsset
  readonly picture: ShownPicture | undefined
  readonly exchange: ReturnType<typeof useExchange>
  readonly isOpen: boolean
}

/** One image slot: the current image and its replacement. */
function Place({ place, picture, exchange, isOpen }: PlaceProps) {
  const { t } = useLingui()
  const { at } = useCampaign()
  const { experience_asset_id: id, name, width, height, kind } = place
  const next = exchange.sent[id]
  return (
    <PicturePlace place={place} chosen={next?.assetId ?? picture?.asset_id} send={isOpen ? exchange.upload(place) : undefined}>
      {(picture || next) && (
        <div className="picture-pair">
          {picture && (
            <div className="picture-chosen">
              <PictureFigure path={at} picture={picture}>
                {next && <b>{t`Now`}</b>}
              </PictureFigure>
            </div>
          )}
          {next && (
            <div className="picture-chosen">
              <DrawnPicture {...{ content: next.content, type: next.type, width, height }} label={t`What was sent for ${name}`} />
              <b>{t`As it will be`}</b>
              <Button onPress={() => exchange.put(id, undefined)}>
                <Trans>Leave as it is</Trans>
                <span className="unseen"> {name}</span>
              </Button>
            </div>
          )}
        </div>
      )}
      {!picture && !next && kind !== 'video' && (
        <p className="quiet">
          <Trans>Nothing is shown here yet.</Trans>
        </p>
      )}
    </PicturePlace>
  )
}

interface ListProps {
  readonly places: readonly ExperienceAsset[]
  readonly pictures: readonly ShownPicture[]
}

/** All image slots, and the button that replaces the images. */
function Places({ places, pictures }: ListProps) {
  const { t } = useLingui()
  const { isReadonly } = useWhose()
  const locked = usePicturesLocked()
  const isAgain = useIsReviewedAgain()
  const exchange = useExchange()
  const rejection = useFormRejection()
  const form = useKeptForm(
    {
      initial: { comment: '' },
      rules: { comment: [maxLength(commentMost)] },
      submit: rejection(({ comment }: { comment: string }) => exchange.save(comment.trim())),
      done: () => form.reset({ comment: '' }),
    },
    'pictures',
  )
  const guard = useLeaveGuard(exchange.isDirty, { lost: [t`Pictures`] })
  const isOpen = !isReadonly && locked === undefined
  return (
    <div className="detail-tab detail-narrow">
      {guard}
      <h3>
        <Trans>Pictures</Trans>
      </h3>
      {!isReadonly && locked !== undefined && (
        <Callout kind="info" heading={t`The pictures stay as they are`}>
          {locked}
        </Callout>
      )}
      {places.map((place) => (
        <Place
          key={place.experience_asset_id}
          picture={pictures.find((one) => one.experience_asset_id === place.experience_asset_id)}
          {...{ place, exchange, isOpen }}
        />
      ))}
      {isOpen && exchange.isDirty && (
        <Form form={form} label={t`Exchange the pictures`}>
          <ReviewedAgain />
          {isAgain && (
            <TextArea
              {...form.field('comment', t`Comment for the reviewer`)}
              maxLength={commentMost}
              rows={3}
              help={t`What has changed, and why`}
            />
          )}
          <div className="row">
            <SubmitButton form={form}>
              <Trans>Exchange pictures</Trans>
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
export function Pictures() {
  const { t, i18n } = useLingui()
  const { at } = useCampaign()
  const { data, error, mutate } = useRead(mediaDrafts.list, { path: at })
  if (error && !data)
    return (
      <Broken
        heading={t`The pictures could not be read`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <Loading height={240} />
  if (data.places.length === 0)
    return (
      <Empty
        heading={<Trans>It shows no pictures of its own</Trans>}
        text={<Trans>Only what is made for an experience with places for pictures has some.</Trans>}
      />
    )
  return <Places {...data} />
}
