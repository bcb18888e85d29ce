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
  readonly restMs?: number
  /** Delay before a retry without connection. */
  readonly againMs?: number
}

type Choice = Pick<NewCampaignDraft, 'campaign_template_id'>

/** Initial state: the saved draft with the unsaved copy applied. Fields that both have changed become a conflict. */
function initialDraftState(draft: CampaignDraft, kept: StoredDraft | undefined): DraftState {
  const mine = kept?.mine ?? {}
  const differences = kept && kept.draft.version !== draft.version ? conflictsOf(mine, kept.draft.data, draft.data) : []
  const hasMine = Object.keys(mine).length > 0
  const saving: Saving = differences.length > 0 ? 'differs' : hasMine ? 'unsaved' : 'saved'
  const step = kept && draft.steps.includes(kept.step) ? kept.step : draft.step
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
  }
}

/** A draft in one tab. Stores input in the browser immediately, saves it debounced, and merges changes by other users. */
export function createDraftStore({ platform, copies, draft, storedDraft, onSaved, restMs = 600, againMs = 4000 }: DraftStoreOptions) {
  const store = createStore<DraftState>(() => initialDraftState(draft, storedDraft))
  const { getState: now, setState: put } = store
  const tab = crypto.randomUUID()
  const makeOnce = createIdempotentWrite<NewCampaignDraft>()
  let [timer, sending, tabs]: [ReturnType<typeof setTimeout> | undefined, Promise<void> | undefined, DraftTabChannel | undefined] = [
    undefined,
    undefined,
    undefined,
  ]
  let [isStopped, isStepNew, templateNew]: [boolean, boolean, number | null | undefined] = [false, false, undefined]

  const hasMore = () => Object.keys(now().mine).length > 0 || isStepNew || templateNew !== undefined
  const keep = () => {
    const { draft: known, mine, step } = now()
    if (Object.keys(mine).length > 0) copies.write(copyName(known), { draft: known, mine, step })
    else copies.remove(copyName(known))
  }
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void flush(), ms)
  }
  const listen = () => {
    const { campaign_draft_uuid: uuid } = now().draft
    if (!uuid || tabs || isStopped) return
    tabs = openTabChannel(uuid, tab, { onTabs: (isElsewhere) => put({ isOpenInOtherTab: isElsewhere }), onSaved: () => void pull() })
  }
  /** Applies the platform's version; unsaved fields keep their local values. */
  const applySaved = (next: CampaignDraft, mine: CampaignDraftData) => {
    const { step, reached, draft: before } = now()
    if (!before.campaign_draft_uuid) copies.remove(copyName(before))
    const here = next.steps.includes(step) ? step : next.step
    put({
      draft: next,
      mine,
      data: { ...next.data, ...mine },
      step: here,
      reached: laterStepOf(next.steps, next.reached, next.steps.includes(reached) ? reached : here),
      savedAt: Date.now(),
      problem: undefined,
    })
    keep()
    listen()
  }

  async function pull() {
    const { campaign_draft_uuid: uuid } = now().draft
    if (!uuid || isStopped) return
    const theirs = await platform.read(uuid).catch(() => undefined)
    if (theirs && !isStopped && theirs.version >= now().draft.version) mergeTheirs(theirs)
  }
  /** Merges another user's changes. If both have changed a field, the user decides. */
  function mergeTheirs(theirs: CampaignDraft) {
    const differences = conflictsOf(now().mine, now().draft.data, theirs.data)
    if (differences.length > 0) put({ fieldConflicts: differences, theirs, saving: 'differs' })
    else applySaved(theirs, now().mine)
  }
  /** Creates the draft. After a lost response the original request is repeated, and newer input is saved as a change. */
  async function make({ flow, experience_id, campaign_template_id, data }: CampaignDraft, mine: CampaignDraftData, choice: Choice) {
    const wanted = { flow, experience_id, campaign_template_id, ...choice, data: { ...data, ...mine }, tab }
    const { answer, sent } = await makeOnce(wanted, platform.create)
    if (sent.campaign_template_id !== wanted.campaign_template_id) templateNew = wanted.campaign_template_id
    applySaved(answer, stillUnsaved(now().mine, sent.data ?? {}))
  }
  async function once() {
    const { draft: known, mine, step } = now()
    const data = mine
    const uuid = known.campaign_draft_uuid
    const template = templateNew
    isStepNew = false
    templateNew = undefined
    const choice = template === undefined ? {} : { campaign_template_id: template }
    try {
      if (uuid) applySaved(await platform.change(uuid, known.version, { data, step, tab, ...choice }), stillUnsaved(now().mine, data))
      else await make(known, data, choice)
      const next = now().draft
      if (!uuid && now().step !== next.step) isStepNew = true
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
    const { campaign_draft_uuid: uuid } = now().draft
    if (problem.status === 412 && uuid) {
      const theirs = await platform.read(uuid).catch(() => undefined)
      if (theirs) return mergeTheirs(theirs)
    }
    const saving: Saving = problem.kind === 'missing' ? 'gone' : isOutcomeUnknown(problem) || problem.status === 412 ? 'offline' : 'refused'
    put({ saving, problem })
    if (saving === 'offline') later(againMs)
  }
  /** Saves until nothing is left, one request at a time. */
  async function run() {
    while (hasMore() && !isStopped && now().saving !== 'differs') {
      // "offline" stays visible until a request succeeds.
      if (now().saving !== 'offline') put({ saving: 'saving' })
      try {
        await once()
      } catch (error) {
        await handleSaveError(error)
        if (now().problem) return
      }
    }
    if (!hasMore() && now().saving !== 'differs') put({ saving: 'saved' })
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    sending ??= run().finally(() => {
      sending = undefined
    })
    return sending
  }
  const decide = (mine: CampaignDraftData) => {
    const { theirs } = now()
    if (!theirs) return
    put({ fieldConflicts: [], theirs: undefined, saving: 'unsaved' })
    applySaved(theirs, mine)
    if (hasMore()) void flush()
    else put({ saving: 'saved' })
  }
  listen()
  if (now().saving === 'unsaved') later(0)
  return {
    ...store,
    tab,
    flush,
    pull,
    /** Call this after another request has changed the draft, such as one that adds entities. */
    async wrote() {
      await pull()
      onSaved?.(now().draft)
    },
    /** Changes fields. The browser copy is written before this returns. */
    set(change: CampaignDraftData) {
      const mine = { ...now().mine, ...change }
      put({ mine, data: { ...now().data, ...change }, ...(now().saving !== 'differs' && { saving: 'unsaved' as const }) })
      keep()
      if (now().saving !== 'differs') later(restMs)
    },
    go(step: StepKey) {
      const { draft: known, reached } = now()
      put({ step, reached: laterStepOf(known.steps, reached, step) })
      isStepNew = Boolean(known.campaign_draft_uuid)
      if (isStepNew) later(0)
    },
    chooseTemplate(id: number) {
      templateNew = id
      put({ draft: { ...now().draft, campaign_template_id: id }, saving: 'unsaved' })
      return flush()
    },
    keepMine: () => decide(now().mine),
    takeTheirs: () =>
      decide(
        withoutFields(
          now().mine,
          now().fieldConflicts.map(({ field }) => field),
        ),
      ),
    /** Creates the draft on the platform if needed; false without connection. */
    async ensure() {
      if (!now().draft.campaign_draft_uuid) {
        templateNew ??= now().draft.campaign_template_id
        await flush()
      }
      return now().draft.campaign_draft_uuid !== ''
    },
    /** Removes the browser copy. */
    forget: () => copies.remove(copyName(now().draft)),
    stop() {
      isStopped = true
      clearTimeout(timer)
      tabs?.stop()
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>
