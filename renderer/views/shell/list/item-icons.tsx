import { GraduationCap, MessageSquareText, Server, Wrench } from 'lucide-react';

export const serverIcon = <Server size={14} />;
export const promptIcon = <MessageSquareText size={14} />;
export const toolIcon = <Wrench size={14} />;
export const skillIcon = <GraduationCap size={14} />;
