import type { HandoverDesk, HandoverView } from '@paydesk/shared/work/handover'

/** The role that is asked, as a word. */
export function deskWord(desk: HandoverDesk): string {
  return desk.charAt(0).toUpperCase() + desk.slice(1)
}

export const answerWords: Readonly<Record<NonNullable<HandoverView['answer']>['answer'], string>> = {
  yes: 'Yes',
  no: 'No',
  text: 'In words',
}
