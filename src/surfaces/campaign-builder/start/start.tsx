import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState, useMemo } from 'react'
import type { CampaignDraft } from '../../../contract/drafts/drafts.ts'
import { experiences, type Experience } from '../../../contract/clients/experiences.ts'
import { templateFlows, type TemplateFlow } from '../../../contract/templates/templates.rules.ts'
import { templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePath } from '../../../kit/path.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useBuilder } from '../context.tsx'
import type { DraftCopies, StoredDraft } from '../draft/local-copies.ts'
import { blankDraft, localConstraints } from '../draft/local-constraints.ts'
import { flowWords } from '../../../parts/campaigns/draft-words.ts'
import { ResumeList } from './resume-list.tsx'
import { Select } from '../../../ui/select/select.tsx'

/** The ways of the start screen, in the order of the menu in the campaign list. */
const flows: readonly TemplateFlow[] = ['simple', 'custom', 'v2', 'templated']

const CopyCampaign = lazyIdle(() => import('./copy-campaign.tsx'))

interface StartScreenProps {
  readonly advertiserId: number
  /** The flow in the URL. */
  readonly flow?: TemplateFlow | undefined
  readonly copies: DraftCopies
  readonly onBegin: (draft: CampaignDraft, kept?: StoredDraft) => void
}

type StartChoice = TemplateFlow | 'copy'
const idIn = (text: string | null | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined)
const isFlow = (word: string | null): word is TemplateFlow => templateFlows.some((flow) => flow === word)

/** Choices preset by the host or the URL. Choices that the user makes here are stored in the URL too. */
function useStartPresets(flow: TemplateFlow | undefined) {
  const { query } = usePath()
  const builder = useBuilder()
  const word = query.get('way')
  const chosen: StartChoice | undefined = isFlow(word) || word === 'copy' ? word : undefined
  const copyOf = idIn(query.get('copy') ?? builder.copyOf)
  const templateId = idIn(query.get('template') ?? builder.templateId)
  const requestedFlow = query.get('flow')
  const way: StartChoice =
    copyOf !== undefined ? 'copy' : (flow ?? (isFlow(requestedFlow) ? requestedFlow : templateId !== undefined ? 'templated' : 'simple'))
  return {
    copyOf,
    templateId,
    way,
    chosen,
    experienceId: idIn(builder.experienceId),
    chosenExperienceId: idIn(query.get('experience')),
  }
}

/** Experiences, their image slots, and the active templates. */
function useStartOptions(advertiserId: number, experienceId: number | undefined) {
  const { clientId: memberGroupId } = useScope()
  const path = { memberGroupId }
  const list = useRead(experiences.list, { path, query: { advertiser_id: advertiserId } })
  const assets = useRead(experiences.assets, { path })
  const offered = useRead(templates.active, { path, query: { ...(experienceId !== undefined && { experience_id: experienceId }) } })
  const unread = [list, assets, offered].filter(({ data, error }) => error && !data)
  const ofAdvertiser = list.data?.experiences ?? []
  // A template for an experience of other advertisers is not offered.
  const isOffered = (id: number | null) => id === null || ofAdvertiser.some(({ experience_id }) => experience_id === id)
  return {
    /** Set when a list failed to load. A failed list must not look like an empty one. */
    error: unread[0]?.error,
    retry: () => unread.forEach(({ mutate }) => void mutate()),
    experiences: ofAdvertiser,
    assets: assets.data?.assets ?? [],
    templates: (offered.data?.campaign_templates ?? []).filter(({ experience_id }) => isOffered(experience_id)),
    isReady: Boolean(list.data ?? list.error) && Boolean(assets.data ?? assets.error) && Boolean(offered.data ?? offered.error),
  }
}

/** A draft that exists only in this browser. */
function UnsavedDraftNotice({
  kept,
  onBegin,
  onDrop,
}: {
  readonly kept: StoredDraft
  readonly onBegin: () => void
  readonly onDrop: () => void
}) {
  const { t } = useLingui()
  const name = kept.mine.name?.trim() || t`Unnamed campaign`
  return (
    <Callout
      kind="warning"
      heading={t`${name}: not saved yet`}
      act={
        <>
          <Button onPress={onBegin}>
            <Trans>Continue</Trans>
          </Button>
          <Button kind="plain" onPress={onDrop}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <Trans>You entered this on this device while offline.</Trans>
    </Callout>
  )
}

interface NewProps extends StartScreenProps {
  readonly given: ReturnType<typeof useStartPresets>
}

/** Choice of flow and experience. The draft is created at the first input. */
function NewCampaign({ given, advertiserId, onBegin }: NewProps) {
  const { t, i18n } = useLingui()
  const client = useClient()
  const { now } = useRuntime()
  const { setQuery } = usePath()
  const experienceId = given.experienceId ?? given.chosenExperienceId
  const setChosen = (to: StartChoice) => setQuery({ way: to })
  const setExperienceId = (id: number | undefined) => setQuery({ experience: id === undefined ? undefined : String(id) })
  const offers = useStartOptions(advertiserId, experienceId)
  const prepared = given.way === 'copy' ? undefined : offers.templates.find((item) => item.campaign_template_id === given.templateId)
  // The flow of a preset template wins over the `flow` in the URL, but not over a choice that the user made here.
  const way = given.chosen ?? prepared?.flow ?? given.way
  // Without an experience every template is offered: its own experience comes with it.
  const offered = offers.templates.filter(
    ({ flow, experience_id: id }) => flow === 'templated' && (id === null || experienceId === undefined || id === experienceId),
  )
  const hasTemplate = offered.length > 0
  // If the URL presets a template or an experience, the lists must have loaded before the draft starts.
  const isMeant = way === 'templated' || given.templateId !== undefined || experienceId !== undefined
  const unread = offers.error && isMeant ? t`Templates and experiences didn’t load. Try again first.` : undefined
  const begin = () => {
    const template = prepared?.flow === way ? prepared : undefined
    // A template for one experience also sets the experience.
    const where = template?.experience_id ?? experienceId
    const constraints = localConstraints(
      client,
      offers.assets.filter((item) => item.experience_id === where),
      now(),
      offers.experiences.find((item) => item.experience_id === where),
    )
    if (constraints && way !== 'copy') onBegin(blankDraft({ flow: way, experienceId: where, template }, client, constraints))
  }
  const choices = [
    ...flows.map((value) => ({
      value,
      label: i18n._(flowWords[value][0]),
      hint: i18n._(flowWords[value][1]),
      disabledBecause: value === 'templated' && offers.isReady && !offers.error && !hasTemplate ? t`No templates available` : undefined,
    })),
    { value: 'copy' as const, label: t`Copy a campaign`, hint: t`Start from an existing campaign’s settings.` },
  ]
  return (
    <section className="builder-form" aria-label={t`New campaign`}>
      <h3>
        <Trans>New campaign</Trans>
      </h3>
      <RadioGroup<StartChoice> label={t`Start from`} choices={choices} value={way} onChange={setChosen} isCards />
      {way === 'templated' && hasTemplate && (
        <RadioGroup
          label={t`Template`}
          choices={offered.map(({ campaign_template_id: id, name, description: hint }) => ({ value: String(id), label: name, hint }))}
          value={prepared ? String(prepared.campaign_template_id) : ''}
          onChange={(id) => setQuery({ way: 'templated', template: id })}
        />
      )}
      {way === 'copy' ? (
        <Suspense fallback={null}>
          <CopyCampaign advertiserId={advertiserId} copyOf={given.copyOf} />
        </Suspense>
      ) : (
        <>
          {offers.experiences.length > 0 && given.experienceId === undefined && (
            <ExperienceSelect experiences={offers.experiences} chosen={experienceId} onChoose={setExperienceId} />
          )}
          {offers.error && (
            <ErrorState
              heading={<Trans>Couldn’t load templates and experiences</Trans>}
              reason={problemText(offers.error, i18n)}
              requestId={offers.error.requestId}
              onRetry={offers.retry}
            />
          )}
          <div className="row">
            <Button
              kind="primary"
              isBusy={!offers.isReady || !client.memberGroup || !client.advertiser}
              disabledBecause={unread}
              onPress={begin}
            >
              <Trans>Start</Trans>
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Start screen: existing drafts, and the ways to create a new one. */
export function StartScreen(props: StartScreenProps) {
  const { advertiserId, flow, copies, onBegin } = props
  const given = useStartPresets(flow)
  const name = `new ${advertiserId}`
  const [kept, setKept] = useState(() => copies.read(name))
  const { advertiser } = useClient()
  return (
    <div className="builder-start">
      <header className="builder-head">
        <div className="grow">
          <h2>
            <Trans>Create campaign</Trans>
          </h2>
          {advertiser && <p className="quiet">{advertiser.name}</p>}
        </div>
      </header>
      {kept && (
        <UnsavedDraftNotice
          kept={kept}
          onBegin={() => onBegin(kept.draft, kept)}
          onDrop={() => {
            copies.remove(name)
            setKept(undefined)
          }}
        />
      )}
      <div className="builder-choices">
        <NewCampaign {...props} given={given} />
        <ResumeList advertiserId={advertiserId} />
      </div>
    </div>
  )
}

interface ExperienceSelectProps {
  readonly experiences: readonly Experience[]
  readonly chosen: number | undefined
  readonly onChoose: (experienceId: number | undefined) => void
}

/** Optional selection of the experience that shows the campaign. */
export function ExperienceSelect({ experiences, chosen, onChoose }: ExperienceSelectProps) {
  const { t } = useLingui()
  const options = useMemo(() => experiences.map(({ experience_id: id, name: label }) => ({ id, label })), [experiences])
  return (
    <Select
      label={t`Experience`}
      help={t`Where ads appear. It determines which images you need.`}
      options={options}
      value={options.find(({ id }) => id === chosen) ?? null}
      onChange={(item) => onChoose(typeof item?.id === 'number' ? item.id : undefined)}
    />
  )
}
