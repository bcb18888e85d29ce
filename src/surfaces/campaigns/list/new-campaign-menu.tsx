import { useLingui } from '@lingui/react/macro'
import { templates } from '../../../contract/templates/templates.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { type NewCampaignOptions, useCampaignLinks } from '../host-links.ts'

const templatePrefix = 'template '

const newCampaignOptionsOf = (id: string): NewCampaignOptions => {
  if (id.startsWith(templatePrefix)) return { campaign_template_id: Number(id.slice(templatePrefix.length)) }
  return id === 'simple' || id === 'custom' || id === 'v2' ? { flow: id } : {}
}

/** Menu of the ways to create a campaign, including the client's templates. */
export default function NewCampaignMenu() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const hostLinks = useCampaignLinks()
  const { data } = useRead(templates.active, { path: { memberGroupId: clientId } })
  const items: MenuItem[] = [
    { id: 'simple', label: t`Quick`, note: t`Choose what to advertise, a budget and a bid.` },
    { id: 'custom', label: t`Step by step`, note: t`All settings, one step at a time.` },
    { id: 'v2', label: t`Goal first`, note: t`Set a target return on ad spend and attribution.` },
    ...(data?.campaign_templates ?? []).map(({ campaign_template_id: id, name, description }, index) => ({
      id: `${templatePrefix}${id}`,
      label: name,
      isParted: index === 0,
      note: description || t`Template`,
    })),
  ]
  return (
    <Menu
      label={t`More ways to create`}
      items={items}
      onSelect={(id) => hostLinks.create(newCampaignOptionsOf(id))}
      className="button primary ways"
    >
      <Icon shape={chevronDown} />
    </Menu>
  )
}
