; "Open with Prompt Workbench" in the menu of a folder. electron-builder calls the two macros.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\PromptWorkbench" "" "Open with Prompt Workbench"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\PromptWorkbench" "Icon" "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\PromptWorkbench\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --workspace "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Directory\shell\PromptWorkbench"
!macroend
