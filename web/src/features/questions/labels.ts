import type { QuestionRecipient, QuestionView } from '@paydesk/shared/cases/questions'

export function labelAnsweringRole(desk: QuestionRecipient): string {
  return desk.charAt(0).toUpperCase() + desk.slice(1)
}

export const questionAnswerLabels: Readonly<Record<NonNullable<QuestionView['answer']>['answer'], string>> = {
  yes: 'Yes',
  no: 'No',
  text: 'In words',
}
