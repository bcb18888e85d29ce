import { createStore } from 'zustand/vanilla'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { CampaignDraft, CampaignDraftChange, NewCampaignDraft } from '../../../contract/drafts/drafts.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { asProblem } from '../../../kit/problem.ts'
import { isOutcomeUnknown, createIdempotentWrite } from '../../../kit/idempotent-write.ts'
import { copyName, type DraftCopies, type StoredDraft } from './local-copies.ts'
import { type DraftState, conflictsOf, laterStepOf, type Saving, stillUnsaved, withoutFields } from './state.ts'
import { type DraftTabChannel, openTabChannel } from './tab-channel.ts'

/** Requests of a draft. */
export interface DraftPlatform {
  read(uuid: string): Promise<CampaignDraft>
  /** The same key with the same body creates one draft; the same key with another body is refused. */
  create(made: NewCampaignDraft, key: string): Promise<CampaignDraft>
  change(uuid: string, version: number, change: CampaignDraftChange): Promise<CampaignDraft>
}

export interface DraftStoreOptions {
  readonly platform: DraftPlatform
  readonly copies: DraftCopies
  /** The initial draft, and its unsaved copy from the browser. */
  readonly draft: CampaignDraft
  readonly storedDraft?: StoredDraft | undefined
  /** Called after every save. */
  readonly onSaved?: (draft: CampaignDraft) => void
  /** Debounce time before a save. */
  readonly debounceMs?: number
  /** Delay before a retry without connection. */
  readonly againMs?: number
  /** The platform's clock, in milliseconds. */
  readonly nowMs?: () => number
}

type Choice = Pick<NewCampaignDraft, 'campaign_template_id'>

/** Initial state: the saved draft with the unsaved copy applied. Fields that both have changed become a conflict. */
function initialDraftState(draft: CampaignDraft, stored: StoredDraft | undefined): DraftState {
  const mine = stored?.mine ?? {}
  const differences = stored && stored.draft.version !== draft.version ? conflictsOf(mine, stored.draft.data, draft.data) : []
  const hasMine = Object.keys(mine).length > 0
  const saving: Saving = differences.length > 0 ? 'differs' : hasMine ? 'unsaved' : 'saved'
  const step = stored && draft.steps.includes(stored.step) ? stored.step : draft.step
  return {
    draft,
    mine,
    saving,
    fieldConflicts: differences,
    step,
    data: { ...draft.data, ...mine },
    reached: laterStepOf(draft.steps, draft.reached, step),
    savedAt: draft.campaign_draft_uuid ? Date.parse(draft.changed_at) : undefined,
    theirs: differences.length > 0 ? draft : undefined,
    problem: undefined,
    isOpenInOtherTab: false,
    isChoosing: false,
    hasChoiceFailed: false,
  }
}

/** A draft in one tab. Stores input in the browser immediately, saves it debounced, and merges changes by other users. */
export function createDraftStore(options: DraftStoreOptions) {
  const { platform, copies, draft, storedDraft, onSaved, debounceMs = 600, againMs = 4000, nowMs = Date.now } = options
  const store = createStore<DraftState>(() => initialDraftState(draft, storedDraft))
  const { getState, setState } = store
  const tab = crypto.randomUUID()
  const makeOnce = createIdempotentWrite<NewCampaignDraft>()
  let [timer, sending, tabs]: [ReturnType<typeof setTimeout> | undefined, Promise<void> | undefined, DraftTabChannel | undefined] = [
    undefined,
    undefined,
    undefined,
  ]
  let choosing = 0
  let [isStopped, isStepNew, templateNew]: [boolean, boolean, number | null | undefined] = [false, false, undefined]

  const hasMore = () => Object.keys(getState().mine).length > 0 || isStepNew || templateNew !== undefined
  const storeCopy = () => {
    const { draft, mine, step } = getState()
    if (Object.keys(mine).length > 0) copies.write(copyName(draft), { draft, mine, step })
    else copies.remove(copyName(draft))
  }
  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void flush(), ms)
  }
  const listen = () => {
    const { campaign_draft_uuid: uuid } = getState().draft
    if (!uuid || tabs || isStopped) return
    tabs = openTabChannel(uuid, tab, {
      onTabs: (isElsewhere) => setState({ isOpenInOtherTab: isElsewhere }),
      onSaved: () => void refetch(),
    })
  }
  /** Applies the platform's version; unsaved fields keep their local values. */
  const applySaved = (next: CampaignDraft, mine: CampaignDraftData) => {
    const { step, reached, draft: previous } = getState()
    if (!previous.campaign_draft_uuid) copies.remove(copyName(previous))
    const currentStep = next.steps.includes(step) ? step : next.step
    setState({
      draft: next,
      mine,
      data: { ...next.data, ...mine },
      step: currentStep,
      reached: laterStepOf(next.steps, next.reached, next.steps.includes(reached) ? reached : currentStep),
      savedAt: nowMs(),
      problem: undefined,
    })
    storeCopy()
    listen()
  }

  async function refetch() {
    const { campaign_draft_uuid: uuid } = getState().draft
    if (!uuid || isStopped) return
    const theirs = await platform.read(uuid).catch(() => undefined)
    if (theirs && !isStopped && theirs.version >= getState().draft.version) mergeTheirs(theirs)
  }
  /** Merges another user's changes. If both have changed a field, the user decides. */
  function mergeTheirs(theirs: CampaignDraft) {
    const differences = conflictsOf(getState().mine, getState().draft.data, theirs.data)
    if (differences.length > 0) setState({ fieldConflicts: differences, theirs, saving: 'differs' })
    else applySaved(theirs, getState().mine)
  }
  /** Creates the draft. After a lost response the original request is repeated, and newer input is saved as a change. */
  async function createDraft({ flow, experience_id, campaign_template_id, data }: CampaignDraft, mine: CampaignDraftData, choice: Choice) {
    // A template that was just chosen fills in its values. The local defaults would override them.
    const isTemplateNew = typeof choice.campaign_template_id === 'number'
    const newDraft = { flow, experience_id, campaign_template_id, ...choice, data: isTemplateNew ? mine : { ...data, ...mine }, tab }
    const { response, sent } = await makeOnce(newDraft, platform.create)
    if (sent.campaign_template_id !== newDraft.campaign_template_id) templateNew = newDraft.campaign_template_id
    applySaved(response, stillUnsaved(getState().mine, sent.data ?? {}))
  }
  async function saveOnce() {
    const { draft, mine, step } = getState()
    const data = mine
    const uuid = draft.campaign_draft_uuid
    const template = templateNew
    isStepNew = false
    templateNew = undefined
    const choice = template === undefined ? {} : { campaign_template_id: template }
    try {
      if (uuid) applySaved(await platform.change(uuid, draft.version, { data, step, tab, ...choice }), stillUnsaved(getState().mine, data))
      else await createDraft(draft, data, choice)
      const next = getState().draft
      if (!uuid && getState().step !== next.step) isStepNew = true
      tabs?.saved()
      onSaved?.(next)
    } catch (error) {
      isStepNew = true
      templateNew ??= template
      throw error
    }
  }
  async function handleSaveError(error: unknown) {
    const problem = asProblem(error)
    const { campaign_draft_uuid: uuid } = getState().draft
    if (problem.status === 412 && uuid) {
      const theirs = await platform.read(uuid).catch(() => undefined)
      if (theirs) return mergeTheirs(theirs)
    }
    const saving: Saving = problem.kind === 'missing' ? 'gone' : isOutcomeUnknown(problem) || problem.status === 412 ? 'offline' : 'refused'
    setState({ saving, problem })
    if (saving === 'offline') schedule(againMs)
  }
  /** Saves until nothing is left, one request at a time. */
  async function run() {
    while (hasMore() && !isStopped && getState().saving !== 'differs') {
      // "offline" stays visible until a request succeeds.
      if (getState().saving !== 'offline') setState({ saving: 'saving' })
      try {
        await saveOnce()
      } catch (error) {
        await handleSaveError(error)
        if (getState().problem) return
      }
    }
    if (!hasMore() && getState().saving !== 'differs') setState({ saving: 'saved' })
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    sending ??= run().finally(() => {
      sending = undefined
    })
    return sending
  }
  const decide = (mine: CampaignDraftData) => {
    const { theirs } = getState()
    if (!theirs) return
    setState({ fieldConflicts: [], theirs: undefined, saving: 'unsaved' })
    applySaved(theirs, mine)
    if (hasMore()) void flush()
    else setState({ saving: 'saved' })
  }
  listen()
  if (getState().saving === 'unsaved') schedule(0)
  return {
    ...store,
    tab,
    flush,
    pull: refetch,
    /** Call this after another request has changed the draft, such as one that adds entities. */
    async wrote() {
      await refetch()
      onSaved?.(getState().draft)
    },
    /** Waits for requests that add or remove entities, and reads their number. `pending` resolves with false if one failed. */
    async choose(pending: Promise<boolean>) {
      choosing += 1
      setState({ isChoosing: true, ...(choosing === 1 && { hasChoiceFailed: false }) })
      const isSaved = await pending.catch(() => false)
      if (!isSaved) setState({ hasChoiceFailed: true })
      await refetch()
      choosing -= 1
      setState({ isChoosing: choosing > 0 })
    },
    /** Changes fields. The browser copy is written before this returns. */
    set(change: CampaignDraftData) {
      const mine = { ...getState().mine, ...change }
      setState({ mine, data: { ...getState().data, ...change }, ...(getState().saving !== 'differs' && { saving: 'unsaved' as const }) })
      storeCopy()
      if (getState().saving !== 'differs') schedule(debounceMs)
    },
    go(step: StepKey) {
      const { draft, reached } = getState()
      setState({ step, reached: laterStepOf(draft.steps, reached, step) })
      isStepNew = Boolean(draft.campaign_draft_uuid)
      if (isStepNew) schedule(0)
    },
    chooseTemplate(id: number) {
      templateNew = id
      setState({ draft: { ...getState().draft, campaign_template_id: id }, saving: 'unsaved' })
      return flush()
    },
    keepMine: () => decide(getState().mine),
    takeTheirs: () =>
      decide(
        withoutFields(
          getState().mine,
          getState().fieldConflicts.map(({ field }) => field),
        ),
      ),
    /** Creates the draft on the platform if needed; false without connection. */
    async ensure() {
      if (!getState().draft.campaign_draft_uuid) {
        templateNew ??= getState().draft.campaign_template_id
        await flush()
      }
      return getState().draft.campaign_draft_uuid !== ''
    },
    /** Removes the browser copy. */
    forget: () => copies.remove(copyName(getState().draft)),
    stop() {
      isStopped = true
      clearTimeout(timer)
      tabs?.stop()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
