import { Empty } from '../../../ui/states.tsx'

export default function Choosing() {
  return <Empty heading="Choosing" text="Nothing is shown here yet." />
}
