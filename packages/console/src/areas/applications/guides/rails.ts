import { bash, environment, type Guide, type GuideApi, isInsecure, portOf, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'ruby',
    'app/controllers/orders_controller.rb',
    `require "net/http"

class OrdersController < ApplicationController
  def index
    answer = Net::HTTP.get_response(URI("${url}"), "Authorization" => "Bearer #{session[:access_token]}")
    if answer.code == "401"
      # The API rejects the token. Sign in again to get a new one.
      reset_session
      redirect_to root_path
    else
      render json: answer.body, status: answer.code.to_i
    end
  end
end
`,
  );

const apiToken = ({ resource }: GuideApi) => `
  private

  # The sign-in gave a token for the user's profile. This one is for the API.
  def api_token(refresh_token)
    uri = URI("#{ENV.fetch("OIDC_ISSUER")}/token")
    request = Net::HTTP::Post.new(uri)
    request.basic_auth(ENV.fetch("OIDC_CLIENT_ID"), ENV.fetch("OIDC_CLIENT_SECRET"))
    request.set_form_data(
      grant_type: "refresh_token",
      refresh_token: refresh_token,
      resource: "${resource}"
    )
    answer = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }
    JSON.parse(answer.body).fetch("access_token")
  end
`;

const optionsFor = ({ resource }: GuideApi) => `           prompt: :consent,
           extra_authorize_params: { resource: "${resource}" },
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/auth/gatehouse/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/',
  steps: ({ api, ...values }) => [
    step('install', bash('bundle add omniauth_openid_connect omniauth-rails_csrf_protection dotenv-rails')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'ruby',
        'config/initializers/omniauth.rb',
        `${
          isInsecure(values)
            ? `# Development only: discovery uses https by default.
SWD.url_builder = URI::HTTP

`
            : ''
        }Rails.application.config.middleware.use OmniAuth::Builder do
  provider :openid_connect,
           name: :gatehouse,
           issuer: ENV.fetch("OIDC_ISSUER"),
           discovery: true,
           scope: [:openid, :profile, :email${api ? `, :offline_access, :"${api.scope}"` : ''}],
${api ? optionsFor(api) : ''}           response_type: :code,
           pkce: true,
           client_options: {
             identifier: ENV.fetch("OIDC_CLIENT_ID"),
             secret: ENV.fetch("OIDC_CLIENT_SECRET"),
             redirect_uri: ENV.fetch("OIDC_REDIRECT_URI")
           }
end
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ruby',
        'app/controllers/sessions_controller.rb',
        `${api ? 'require "net/http"\n\n' : ''}class SessionsController < ApplicationController
  def show
    @user = session[:user]
  end

  def create
    auth = request.env["omniauth.auth"]
    reset_session
    session[:user] = { "id" => auth.uid, "name" => auth.info.name || auth.info.nickname }
${api ? '    session[:access_token] = api_token(auth.credentials.refresh_token)\n' : ''}    redirect_to root_path
  end

  def destroy
    reset_session
    query = {
      client_id: ENV.fetch("OIDC_CLIENT_ID"),
      post_logout_redirect_uri: "${values.signOutUri}"
    }.to_query
    redirect_to "#{ENV.fetch("OIDC_ISSUER")}/session/end?#{query}", allow_other_host: true
  end
${api ? apiToken(api) : ''}end
`,
      ),
      snippet(
        'ruby',
        'config/routes.rb',
        `Rails.application.routes.draw do
  root "sessions#show"
  get "${new URL(values.redirectUri).pathname}", to: "sessions#create"
  get "/sign-out", to: "sessions#destroy"
${api ? '  get "/orders", to: "orders#index"\n' : ''}end
`,
      ),
      snippet(
        'html',
        'app/views/sessions/show.html.erb',
        `<% if @user %>
  <p>Signed in as <%= @user["name"] %></p>
  <%= link_to "Sign out", "/sign-out", data: { turbo: false } %>
<% else %>
  <%= button_to "Sign in", "/auth/gatehouse", data: { turbo: false } %>
<% end %>
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`bin/rails server --port ${portOf(values.redirectUri, 3000)}`)),
  ],
};
