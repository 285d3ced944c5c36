import { MessageSquareText, Server } from 'lucide-react';

export const serverIcon = <Server size={14} />;
export const promptIcon = <MessageSquareText size={14} />;
