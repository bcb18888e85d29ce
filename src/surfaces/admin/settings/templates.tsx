import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type CampaignTemplate, templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useRemoval } from '../../../parts/resource/removal.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { SortableList } from '../../../ui/sortable/list.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { FixedNote, useFixed } from '../frame/fixed-note.tsx'

interface Uses {
  readonly campaigns: number
  readonly drafts: number
}
type UsesOf = (template: CampaignTemplate) => Uses

/** How often a template is used. */
function UsesText({ uses: { campaigns, drafts } }: { readonly uses: Uses }) {
  const { t } = useLingui()
  return (
    <small className="quiet">
      {t`${plural(campaigns, { one: '# campaign', other: '# campaigns' })}`},{' '}
      {t`${plural(drafts, { one: '# open draft', other: '# open drafts' })}`}
    </small>
  )
}

/** Activates, deactivates and removes templates. */
function useTemplateActions() {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { mutate, showError } = useMutate()
  const event = () => emit('ad-client-changed', { member_group_id: memberGroupId })
  const pathOf = ({ campaign_template_id: templateId }: CampaignTemplate) => ({ memberGroupId, templateId })
  const { ask, question } = useRemoval<CampaignTemplate>({
    text: <Trans>Campaigns that were made from it stay. Open drafts keep their values.</Trans>,
    label: <Trans>Delete template</Trans>,
    remove: (template, effects) => mutate(templates.remove, { path: pathOf(template) }, { stale: adminData, event, ...effects }),
  })
  const setActive = (template: CampaignTemplate, is_active: boolean) => {
    const retitle = (version: number, active: boolean, more: object = {}) =>
      mutate(templates.retitle, { path: pathOf(template), body: { is_active: active } }, { version, stale: adminData, event, ...more })
    return retitle(template.version, is_active, {
      title: is_active ? t`Template activated` : t`Template deactivated`,
      text: template.name,
      undo:
        ({ version }: CampaignTemplate) =>
        async () => {
          await retitle(version, !is_active)
          return 'undone' as const
        },
    }).catch(showError(t`The template was not changed`))
  }
  const reorder = (campaign_template_ids: number[]) =>
    mutate(
      templates.order,
      { path: { memberGroupId }, body: { campaign_template_ids } },
      { stale: adminData, event, title: t`Order saved` },
    ).catch(showError(t`The order was not saved`))
  return { setActive, reorder, ask, question }
}
type Actions = ReturnType<typeof useTemplateActions>

interface RowProps extends Pick<Actions, 'setActive' | 'ask'> {
  readonly template: CampaignTemplate
  readonly usesOf: UsesOf
}

function TemplateRow({ template, usesOf, setActive, ask }: RowProps) {
  const { t } = useLingui()
  const { isReadonly } = useAdmin()
  const reasonOf = useDisabledReason()
  const { name, is_active: isActive } = template
  const acts: Readonly<Record<string, () => void>> = {
    status: () => void setActive(template, !isActive),
    remove: () => void ask(template),
  }
  return (
    <span className="row settings-template">
      <span className="cell-lines grow">
        <span dir="auto">{name}</span>
        <UsesText uses={usesOf(template)} />
      </span>
      {!isReadonly && (
        <Menu
          label={t`More actions for ${name}`}
          className="mini"
          onSelect={(id) => acts[id]?.()}
          items={[
            {
              id: 'status',
              label: isActive ? t`Deactivate` : t`Activate`,
              disabledBecause: reasonOf({ permissions: ['templates.change'] }),
            },
            {
              id: 'remove',
              label: t`Delete template`,
              isDanger: true,
              isParted: true,
              disabledBecause: reasonOf({ permissions: ['templates.remove'] }),
            },
          ]}
        >
          <Icon shape={more} />
        </Menu>
      )}
    </span>
  )
}

interface ActiveProps extends RowActions {
  readonly rows: readonly CampaignTemplate[]
}
interface RowActions extends Omit<RowProps, 'template'>, Pick<Actions, 'reorder'> {}

/** Active templates in the order of the builder, which a user changes by dragging or with the keyboard. */
function ActiveTemplates({ rows, reorder, ...row }: ActiveProps) {
  const { t } = useLingui()
  const { isFixed, mayNot } = useFixed({ permissions: ['templates.change'] })
  /** The order while it is saved. */
  const [moved, setMoved] = useState<readonly number[]>()
  const placeOf = ({ campaign_template_id }: CampaignTemplate) => moved?.indexOf(campaign_template_id) ?? 0
  const shown = rows.toSorted((one, other) => placeOf(one) - placeOf(other))
  const save = async (ids: number[]) => {
    setMoved(ids)
    await reorder(ids)
    setMoved(undefined)
  }
  return (
    <SortableList
      label={t`Active templates`}
      items={shown.map((template) => ({ id: String(template.campaign_template_id), name: template.name, template }))}
      onChange={(items) => void save(items.map(({ template }) => template.campaign_template_id))}
      row={({ template }) => <TemplateRow template={template} {...row} />}
      {...(isFixed && { disabledBecause: mayNot ?? t`This page is read-only` })}
    />
  )
}

interface LoadedTemplates {
  readonly active: readonly CampaignTemplate[]
  readonly inactive: readonly CampaignTemplate[]
  readonly usesOf: UsesOf
}

function TemplateLists({ active, inactive, usesOf }: LoadedTemplates) {
  const { mayNot } = useFixed({ permissions: ['templates.change'] })
  const { question, ...actions } = useTemplateActions()
  if (active.length + inactive.length === 0)
    return <EmptyState heading={<Trans>No templates yet</Trans>} text={<Trans>Templates give new campaigns their first values.</Trans>} />
  return (
    <>
      <FixedNote mayNot={mayNot} />
      <section className="detail-part" aria-labelledby="templates-active">
        <h3 id="templates-active">
          <Trans>Active</Trans>
        </h3>
        <p className="quiet">
          <Trans>The campaign builder offers these, in this order.</Trans>
        </p>
        {active.length === 0 ? (
          <p className="quiet">
            <Trans>No template is active.</Trans>
          </p>
        ) : (
          <ActiveTemplates rows={active} usesOf={usesOf} {...actions} />
        )}
      </section>
      <section className="detail-part" aria-labelledby="templates-inactive">
        <h3 id="templates-inactive">
          <Trans>Inactive</Trans>
        </h3>
        {inactive.length === 0 ? (
          <p className="quiet">
            <Trans>No template is inactive.</Trans>
          </p>
        ) : (
          <ul className="settings-templates">
            {inactive.map((template) => (
              <li key={template.campaign_template_id}>
                <TemplateRow template={template} usesOf={usesOf} {...actions} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {question}
    </>
  )
}

/** The templates of a client: which are offered, in which order, and how often they are used. */
export default function TemplatesTab() {
  const { clientId: memberGroupId } = useScope()
  const path = { memberGroupId }
  const active = useRead(templates.active, { path, query: {} })
  const inactive = useRead(templates.nonActive, { path })
  const uses = useRead(templates.uses, { path })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to templates.</Trans>} />
  const states = { brokenHeading: <Trans>Couldn’t load the templates</Trans>, refused, missing: refused }
  return (
    <div className="detail-tab">
      <ResourceGate read={active} {...states}>
        {({ campaign_templates: offered }) => (
          <ResourceGate read={inactive} {...states}>
            {({ campaign_templates: others }) => (
              <ResourceGate read={uses} {...states}>
                {({ uses: counts }) => (
                  <TemplateLists
                    active={offered}
                    inactive={others}
                    usesOf={({ campaign_template_id: id }) =>
                      counts.find(({ campaign_template_id }) => campaign_template_id === id) ?? { campaigns: 0, drafts: 0 }
                    }
                  />
                )}
              </ResourceGate>
            )}
          </ResourceGate>
        )}
      </ResourceGate>
    </div>
  )
}
